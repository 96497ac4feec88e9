// The page of the sliders: asks what other values would make of the run while one drags, and shows it.
import { element, main } from '../elements';
import { HostLink } from '../host';
import type { FromWhatIf, ToWhatIf } from '../../messages';
import { summaryOf, tableOf } from './figures';
import { Slider } from './slider';

type Sets = Readonly<Record<string, number>>;

const link = new HostLink<FromWhatIf, ToWhatIf, { readonly uri: string; readonly sets: Sets }>(receive);
const heading = element('h1', {}, 'What if');
const notice = element('p', { class: 'notice', role: 'status' });
const constants = element('div', { class: 'constants' });
const others = element('p', { class: 'muted' });
const restore = element('button', { type: 'button' }, 'As written');
const write = element('button', { type: 'button', class: 'main' }, 'Write into the program');
const actions = element('div', { class: 'actions' }, restore, write);
const summary = element('p', { 'aria-live': 'polite' });
const figures = element('div', {});
let sliders: ReadonlyMap<string, Slider> = new Map();
let uri = '';

main().append(element('header', { class: 'head' }, heading), notice, constants, others, actions, summary, figures);
restore.addEventListener('click', () => {
  for (const slider of sliders.values()) slider.restore();
  suppose();
});
write.addEventListener('click', () => link.send({ type: 'write', sets: supposed() }));
link.send({ type: 'ready' });

function receive(message: ToWhatIf): void {
  figures.classList.remove('stale');
  if (message.type === 'notice') {
    notice.textContent = message.text;
    return;
  }
  notice.textContent = '';
  if (message.type === 'constants') list(message);
  else {
    summary.textContent = summaryOf(message.answer);
    figures.replaceChildren(tableOf(message.answer.figures));
  }
}

/** Sliders of the present text; what was supposed stays supposed while it is the same program. */
function list({ program, uri: given, constants: listed }: Extract<ToWhatIf, { type: 'constants' }>): void {
  const kept: Sets = uri === given ? supposed() : link.state?.uri === given ? link.state.sets : {};
  const focused = document.activeElement?.id;
  uri = given;
  heading.textContent = program;
  const varied = listed.filter((each) => each.literal && each.value !== null);
  sliders = new Map(varied.map((each) => [each.name, new Slider(each, kept[each.name], suppose)]));
  constants.replaceChildren(...[...sliders.values()].flatMap((slider) => slider.elements));
  const worked = listed.filter((each) => !each.literal).map((each) => `${each.name} = ${each.text}`);
  others.textContent = worked.length > 0 ? `Worked out from these: ${worked.join(', ')}` : '';
  if (varied.length === 0) notice.textContent = 'This program has no let with a number: write one, and a slider for it stands here.';
  if (focused) document.getElementById(focused)?.focus();
  suppose();
}

function supposed(): Sets {
  const sets: Record<string, number> = {};
  for (const [name, slider] of sliders) if (slider.supposed !== undefined) sets[name] = slider.supposed;
  return sets;
}

function suppose(): void {
  const sets = supposed();
  const any = Object.keys(sets).length > 0;
  link.remember({ uri, sets });
  restore.disabled = write.disabled = !any;
  link.send({ type: 'suppose', sets });
  if (any) {
    figures.classList.add('stale');
    return;
  }
  figures.replaceChildren();
  summary.textContent = sliders.size > 0 ? 'Move a slider to see what another value would make of the run.' : '';
}
