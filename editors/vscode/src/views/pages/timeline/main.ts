// The page of the timeline: shows the picture that the extension sends, lights up what belongs together, tells what is chosen.
import { element, figure, main, svgElement } from '../elements';
import { HostLink } from '../host';
import type { FromTimeline, ToTimeline } from '../../messages';
import { alongside, pictureOf, placesOf, titleOf } from './picture';
import { Stops } from './steps';
import type { Step } from './steps';
import { TimeStretch } from './stretch';

const LEGEND = [
  ['prefill', 'prefill'],
  ['decode', 'decode'],
  ['idle', 'idle'],
  ['is-queued', 'waits for admission'],
  ['is-requeued', 'waits after preemption'],
  ['preemption', 'preemption'],
  ['is-stage', 'other stages'],
  ['used', 'used'],
  ['cached', 'cached'],
] as const;
const KEYS: Readonly<Record<string, Step>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** `range` is the stretch of time that was shown. */
interface Remembered {
  readonly uri: string;
  readonly range: readonly [number, number];
}

const link = new HostLink<FromTimeline, ToTimeline, Remembered>(receive);
const heading = element('h1', {}, 'Timeline');
const notice = element('p', { class: 'notice', role: 'status' });
const shown = element('output', { class: 'muted' });
const detail = element('p', { class: 'detail', 'aria-live': 'polite' });
const frame = element('div', {
  class: 'picture',
  role: 'group',
  tabindex: 0,
  'aria-label': 'timeline; arrow keys go through iterations and sessions, Enter goes to the program, plus and minus zoom, Escape lets go',
});
let svg: SVGSVGElement | undefined;
let stretch: TimeStretch | undefined;
let stops: Stops | undefined;
let followed: readonly string[] = [];
let uri = '';

main().append(element('header', { class: 'head' }, heading, shown, tools()), notice, frame, detail, legend());
new ResizeObserver(() => stretch?.fit(frame.clientWidth)).observe(frame);
link.send({ type: 'ready' });

function receive(message: ToTimeline): void {
  if (message.type === 'notice') notice.textContent = message.text;
  else if (message.type === 'stale') frame.classList.add('stale');
  else if (message.type === 'follow') follow(message.places);
  else replace(message);
}

/** What was shown stays shown, as far as there still is such a time. */
function replace({ svg: text, program, uri: given, stale }: Extract<ToTimeline, { type: 'timeline' }>): void {
  const remembered = link.state?.uri === given ? link.state.range : undefined;
  const before = stretch && uri === given ? stretch.range : remembered;
  uri = given;
  const wasWhole = svg !== undefined && before?.[1] === Number(svg.dataset['end']) && before[0] === 0;
  svg = pictureOf(text);
  stretch = new TimeStretch(svg);
  stops = new Stops(svg);
  frame.replaceChildren(svg);
  frame.classList.toggle('stale', stale);
  heading.textContent = program;
  notice.textContent = stale ? 'The program has errors: this is its last timeline.' : '';
  stretch.fit(frame.clientWidth);
  if (before && !wasWhole) stretch.show(...before);
  detail.textContent = '';
  say();
  follow(followed);
}

function follow(places: readonly string[]): void {
  followed = places;
  light(drawnFor(places));
}

function drawnFor(places: readonly string[]): readonly Element[] {
  const drawn = [...(svg?.querySelectorAll('[data-place]') ?? [])];
  return drawn.filter((each) => each.getAttribute('data-place')?.split(' ').some((name) => places.includes(name)));
}

function light(elements: readonly Element[]): void {
  for (const each of svg?.querySelectorAll('.lit') ?? []) each.classList.remove('lit');
  for (const each of elements) each.classList.add('lit');
  svg?.classList.toggle('focusing', elements.length > 0);
}

/** An iteration, or what a session did, and where in the program it comes from. */
function choose(target: Element | undefined, go: boolean): void {
  for (const each of svg?.querySelectorAll('.at') ?? []) each.classList.remove('at');
  stops?.moveTo(target);
  if (!target) {
    detail.textContent = '';
    follow(followed);
    link.send({ type: 'choose', places: [], go: false });
    return;
  }
  target.classList.add('at');
  stretch?.reveal(target);
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  light([target, ...(svg ? alongside(svg, target) : [])]);
  detail.textContent = titleOf(target);
  link.send({ type: 'choose', places: placesOf(target), go });
  say();
}

function say(): void {
  const [start, end] = stretch?.range ?? [0, 0];
  shown.textContent = `${figure(start)} to ${figure(end)}`;
  link.remember({ uri, range: [start, end] });
}

function zoom(act: () => void): void {
  act();
  say();
}

function tools(): HTMLElement {
  const buttons: readonly (readonly [string, string, () => void])[] = [
    ['←', 'show earlier times', () => stretch?.pan(-0.5)],
    ['→', 'show later times', () => stretch?.pan(0.5)],
    ['−', 'show more time', () => stretch?.zoom(2)],
    ['+', 'show less time', () => stretch?.zoom(0.5)],
    ['whole run', 'show the whole run', () => stretch?.showAll()],
  ];
  const bar = element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'stretch of time' });
  for (const [sign, hint, act] of buttons) {
    const button = element('button', { type: 'button', 'aria-label': hint, title: hint }, sign);
    button.addEventListener('click', () => zoom(act));
    bar.append(button);
  }
  return bar;
}

function legend(): HTMLElement {
  const items = LEGEND.map(([kind, text]) => {
    const sample = svgElement('svg', { class: 'timeline', width: 12, height: 10, 'aria-hidden': 'true' });
    sample.append(svgElement('rect', { class: kind, width: 12, height: 10 }));
    return element('li', {}, sample, text);
  });
  return element('ul', { class: 'legend', 'aria-label': 'what the colors mean' }, ...items);
}

frame.addEventListener('click', ({ target }) => {
  const chosen = target instanceof Element ? target.closest('[data-place]') : null;
  choose(chosen ?? undefined, false);
});
frame.addEventListener('dblclick', () => choose(stops?.at, true));
frame.addEventListener('keydown', (event) => {
  const step = KEYS[event.key];
  if (step) choose(stops?.step(step), false);
  else if (event.key === 'Enter') choose(stops?.at, true);
  else if (event.key === 'Escape') choose(undefined, false);
  else if (event.key === '+' || event.key === '=') zoom(() => stretch?.zoom(0.5));
  else if (event.key === '-') zoom(() => stretch?.zoom(2));
  else if (event.key === '0') zoom(() => stretch?.showAll());
  else return;
  event.preventDefault();
});
frame.addEventListener(
  'wheel',
  (event) => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const turned = (event.deltaY || event.deltaX) / 300;
    zoom(() => (event.ctrlKey ? stretch?.zoom(2 ** turned, stretch.timeAt(event.clientX)) : stretch?.pan(turned)));
  },
  { passive: false },
);
