// The figures of two runs beside each other: what was, what would be, and how much that is.
import { element, figure, svgElement } from '../elements';
import type { Figure, WhatIf } from '../../protocol';

export function tableOf(figures: readonly Figure[]): HTMLTableElement {
  const head = element(
    'tr',
    {},
    ...['', 'as written', 'supposed', 'difference', ''].map((name, column) =>
      element('th', { scope: 'col', ...(column === 0 ? {} : { class: 'number' }) }, name),
    ),
  );
  const changed = figures.filter((each) => each.difference !== 0);
  const same = figures.filter((each) => each.difference === 0);
  return element(
    'table',
    { 'aria-label': 'figures of both runs' },
    element('thead', {}, head),
    element('tbody', {}, ...[...changed, ...same].map(rowOf)),
  );
}

/** In a sentence how the runs differ as wholes. */
export function summaryOf({ iterations, parting, stopped, failure }: WhatIf): string {
  if (failure) return `The run fails: ${failure.message} (${failure.code})`;
  const stop = stopped.after ?? stopped.before;
  const sentences = [
    parting
      ? `The schedules part at ${figure(parting.time)}: ${parting.explanation}`
      : 'The schedules are the same.',
  ];
  if (iterations.before + iterations.after > 0) {
    sentences.unshift(`${iterations.before} iterations as written, ${iterations.after} supposed.`);
  }
  if (stop) sentences.push(`A run was stopped at ${figure(stop.time)} by its bound on ${stop.reason}.`);
  return sentences.join(' ');
}

function rowOf(row: Figure): HTMLTableRowElement {
  const name = [row.kind, row.subject, row.figure].filter((each) => each !== '').join(' ');
  return element(
    'tr',
    row.difference === 0 ? { class: 'same' } : {},
    element('th', { scope: 'row' }, name),
    element('td', { class: 'number' }, shown(row.before)),
    element('td', { class: 'number' }, shown(row.after)),
    element('td', { class: 'number difference' }, row.difference === 0 ? '=' : signed(row.difference)),
    element('td', { class: 'change' }, ...barOf(row)),
  );
}

/** How much more or less, as a share of the greater. */
function barOf({ before, after, difference }: Figure): readonly Node[] {
  if (before === null || after === null || !difference) return [];
  const share = (difference / Math.max(Math.abs(before), Math.abs(after))) * 50;
  const length = Math.min(Math.abs(share), 50);
  const bar = svgElement('svg', { class: 'bar', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  bar.append(
    svgElement('rect', { class: share > 0 ? 'more' : 'less', x: share > 0 ? 50 : 50 - length, width: length, height: 8 }),
    svgElement('line', { class: 'middle', x1: 50, x2: 50, y1: 0, y2: 8 }),
  );
  return [bar];
}

function shown(value: number | null): string {
  return value === null ? '–' : figure(value);
}

function signed(value: number | null): string {
  if (value === null) return '–';
  return value > 0 ? `+${figure(value)}` : figure(value).replace('-', '−');
}
