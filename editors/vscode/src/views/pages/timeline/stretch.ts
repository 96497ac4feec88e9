// The stretch of time that is shown, in a picture as wide as the page: text keeps its size, time takes what room there is.
import { svgElement } from '../elements';

/** Of the whole run; closer than this numbers cannot be told apart. */
const NARROWEST = 1e-12;
const NARROW = 640;
const MARGIN = 12;
/** Pixels that a character of a batch takes. */
const CHARACTER = 7.3;

interface Timed {
  readonly element: Element;
  readonly from: number;
  readonly to: number;
  readonly characters: number;
}

export class TimeStretch {
  private readonly timed: readonly Timed[];
  private readonly wide: readonly Element[];
  private readonly lines: readonly Element[];
  private readonly left: number;
  private readonly whole: number;
  private width = NARROW;
  private shown: readonly [number, number];

  constructor(private readonly svg: SVGSVGElement) {
    this.left = Number(svg.dataset['left']);
    const right = this.left + Number(svg.dataset['width']);
    this.whole = Math.max(Number(svg.dataset['end']), Number.MIN_VALUE);
    this.shown = [Number(svg.dataset['start']), this.whole];
    this.timed = [...svg.querySelectorAll('.plot [data-from]')].map((element) => ({
      element,
      from: number(element, 'data-from'),
      to: number(element, 'data-to'),
      characters: element.localName === 'text' ? element.textContent.length : 0,
    }));
    this.wide = [...svg.querySelectorAll('rect.idle, clipPath rect')].filter((each) => number(each, 'x') === this.left);
    this.lines = [...svg.querySelectorAll('.plot line')].filter((each) => number(each, 'x2') === right);
    const legend = svg.querySelector('.legend');
    if (legend) svg.setAttribute('height', String(number(svg, 'height') - 24));
    legend?.remove();
  }

  get range(): readonly [number, number] {
    return this.shown;
  }

  /** Fits the picture into a page of this width in pixels. */
  fit(width: number): void {
    this.width = Math.max(width - this.left - 2 * MARGIN, 160);
    const total = this.left + this.width + 2 * MARGIN;
    this.svg.setAttribute('width', String(total));
    this.svg.setAttribute('viewBox', `${-MARGIN} -8 ${total} ${number(this.svg, 'height')}`);
    for (const each of this.wide) each.setAttribute('width', String(this.width));
    for (const each of this.lines) each.setAttribute('x2', String(this.left + this.width));
    this.draw();
  }

  show(start: number, end: number): void {
    const span = Math.min(Math.max(end - start, this.whole * NARROWEST), this.whole);
    const first = Math.min(Math.max(start, 0), this.whole - span);
    if (!(span > 0) || !(first + span > first)) return;
    this.shown = [first, first + span];
    this.draw();
  }

  showAll(): void {
    this.show(0, this.whole);
  }

  /** A factor below 1 shows less time; `around` stays where it is. */
  zoom(factor: number, around = (this.shown[0] + this.shown[1]) / 2): void {
    const [start, end] = this.shown;
    this.show(around - (around - start) * factor, around + (end - around) * factor);
  }

  /** Moves by a share of what is shown. */
  pan(share: number): void {
    const [start, end] = this.shown;
    this.show(start + (end - start) * share, end + (end - start) * share);
  }

  /** The time at so many pixels from the left of the page. */
  timeAt(x: number): number {
    const [start, end] = this.shown;
    const share = (x - this.svg.getBoundingClientRect().left - MARGIN - this.left) / this.width;
    return start + Math.min(Math.max(share, 0), 1) * (end - start);
  }

  /** Moves the stretch so that something is in it. */
  reveal(element: Element): void {
    const timed = this.timed.find((each) => each.element === element || each.element.parentElement === element);
    if (!timed || (timed.to >= this.shown[0] && timed.from <= this.shown[1])) return;
    const half = (this.shown[1] - this.shown[0]) / 2;
    this.show((timed.from + timed.to) / 2 - half, (timed.from + timed.to) / 2 + half);
  }

  private place(time: number): number {
    const share = (time - this.shown[0]) / (this.shown[1] - this.shown[0]);
    return this.left + Math.min(Math.max(share, -0.01), 1.01) * this.width;
  }

  private draw(): void {
    for (const { element, from, to, characters } of this.timed) {
      const seen = to >= this.shown[0] && from <= this.shown[1];
      const x = seen ? this.place(from) : 0;
      const wide = seen ? this.place(to) - x : 0;
      const hidden = !seen || (characters > 0 && wide < CHARACTER * characters + 4);
      if (hidden) element.setAttribute('display', 'none');
      else element.removeAttribute('display');
      element.setAttribute('x', (characters > 0 ? x + wide / 2 : x).toFixed(2));
      if (characters === 0) element.setAttribute('width', Math.max(wide, 1).toFixed(2));
    }
    this.drawDensity();
    this.drawAxis();
  }

  /** Blocks too narrow to be told apart are drawn as averages, if there are some. */
  private drawDensity(): void {
    const blocks = this.timed.filter((each) => each.element.parentElement?.classList.contains('block'));
    const seen = blocks.filter((each) => each.characters === 0 && each.from < this.shown[1] && each.to > this.shown[0]);
    const first = seen[0];
    const last = seen[seen.length - 1];
    const pitch = first && last ? (this.place(last.to) - this.place(first.from)) / seen.length : 0;
    this.svg.classList.toggle('coarse', this.svg.querySelector('.under') !== null && pitch < 0.7);
    this.svg.classList.toggle('dense', pitch < 4);
  }

  private drawAxis(): void {
    const axis = this.svg.querySelector('.axis');
    if (!axis) return;
    const top = number(axis, 'data-top');
    for (const each of axis.querySelectorAll('.tick, .time')) each.remove();
    const [start, end] = this.shown;
    const rough = ((end - start) * 70) / this.width;
    const unit = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((each) => each * unit).find((each) => each >= rough) ?? unit * 10;
    for (let at = Math.ceil(start / step), count = 0; at * step <= end && count < 40; at++, count++) {
      const x = this.place(at * step);
      axis.append(
        svgElement('line', { class: 'tick', x1: x, x2: x, y1: top + 24, y2: number(axis, 'data-bottom') }),
        svgElement('text', { class: 'time', x, y: top + 18 }, String(Number((at * step).toPrecision(12)))),
      );
    }
  }
}

function number(element: Element, attribute: string): number {
  return Number(element.getAttribute(attribute));
}
