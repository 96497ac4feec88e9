// One constant: a slider for the hand, a field for the exact number, and the way back to what the program says.
import { element } from '../elements';
import type { Constant } from '../../protocol';

/** Up to how many times its value a slider goes. */
const REACH = 4;
const STEPS = 100;

export class Slider {
  readonly elements: readonly HTMLElement[];
  private readonly label: HTMLLabelElement;
  private readonly range: HTMLInputElement;
  private readonly field: HTMLInputElement;
  private readonly reset: HTMLButtonElement;
  private written: number;

  constructor(
    constant: Constant,
    value: number | undefined,
    private readonly changed: () => void,
  ) {
    this.written = constant.value ?? 0;
    const id = `constant-${constant.name}`;
    const [least, most, step] = reachOf(this.written);
    const limits = { min: least, max: most, step };
    this.label = element('label', { for: id }, constant.name);
    this.range = element('input', { id, type: 'range', ...limits });
    this.field = element('input', { type: 'number', step: 'any', 'aria-label': `exact value of ${constant.name}` });
    this.reset = element('button', { type: 'button', 'aria-label': `reset ${constant.name}`, title: `${constant.text} in the program` }, '↺');
    this.elements = [this.label, this.range, this.field, this.reset];
    this.range.addEventListener('input', () => this.take(this.range.valueAsNumber));
    this.field.addEventListener('input', () => {
      if (!Number.isNaN(this.field.valueAsNumber)) this.take(this.field.valueAsNumber);
    });
    this.reset.addEventListener('click', () => this.take(this.written));
    this.show(value ?? this.written);
  }

  /** The value that differs from the program's; `undefined` while it is the same. */
  get supposed(): number | undefined {
    const value = this.field.valueAsNumber;
    return value === this.written || Number.isNaN(value) ? undefined : value;
  }

  /** Back to what the program says, without telling anybody. */
  restore(): void {
    this.show(this.written);
  }

  private take(value: number): void {
    this.show(value);
    this.changed();
  }

  private show(value: number): void {
    if (document.activeElement !== this.range || this.range.valueAsNumber !== value) this.range.valueAsNumber = value;
    if (this.field.valueAsNumber !== value) this.field.value = String(value);
    this.label.classList.toggle('changed', value !== this.written);
    this.reset.disabled = value === this.written;
  }
}

/** Least, greatest and step of a slider: whole numbers stay whole, and a value keeps its sign. */
export function reachOf(value: number): readonly [number, number, number] {
  const most = Math.max(Math.abs(value), Number.isInteger(value) ? 1 : 0) * REACH;
  const exact = most / STEPS;
  const step = Number.isInteger(value) ? Math.max(1, Math.round(exact)) : 10 ** Math.floor(Math.log10(exact));
  if (value < 0) return [-most, 0, step];
  return [Number.isInteger(value) ? 0 : step, most, step];
}
