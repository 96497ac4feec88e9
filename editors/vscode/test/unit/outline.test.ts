// The tree made from a timeline; the text is what the server gives for examples/separate_phases.sq.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, type TimelineItem } from '../../src/sessions/outline';

const TEXT = `0 to 4 · 2 sessions

stage engine: 4 iterations
           0 … 1           0:p2  | used 2
           1 … 2           1:p4  | used 7

stage gate: delay, 1 job
  serving  |████      |

pool kv: capacity 20, peak 7
  used     |▁▁▁▁▃▃▃▃▂▂|

session 0: arrived 0, ended 4
           0 … 1           prefill
           0 … 4           holds 1, 2
`;

function item(kind: string, line: number, ...lines: number[]): TimelineItem {
  const ranges = lines.map((each) => ({ start: { line: each, character: 0 }, end: { line: each, character: 9 } }));
  return { kind, line, start: 0, end: 1, ranges };
}

const ITEMS = [
  item('stage', 2, 6),
  item('iteration', 3, 22),
  item('iteration', 4, 22, 24),
  item('stage', 6, 5),
  item('pool', 9, 4),
  item('session', 12),
  item('prefill', 13, 22),
  item('holding', 14, 20),
];

test('engines have their iterations, sessions what they did; what has neither is left out', () => {
  const roots = outline({ version: 1, text: TEXT, items: ITEMS });
  assert.deepEqual(
    roots.map(({ label, description, children }) => [label, description, ...children.map((each) => [each.label, each.description])]),
    [
      ['stage engine', '4 iterations', ['0:p2', '0 … 1 · used 2'], ['1:p4', '1 … 2 · used 7']],
      ['session 0', 'arrived 0, ended 4', ['prefill', '0 … 1'], ['holds 1, 2', '0 … 4']],
    ],
  );
});

test('each leads to the statements behind it', () => {
  const [engine, session] = outline({ version: 1, text: TEXT, items: ITEMS });
  assert.deepEqual(engine?.children.map(({ ranges }) => ranges.map(({ start }) => start.line)), [[22], [22, 24]]);
  assert.deepEqual(session?.ranges, []);
});

test('a timeline of nothing has no tree', () => {
  assert.deepEqual(outline({ version: 1, text: '0 to 0 · 0 sessions\n', items: [] }), []);
});

test('lines that look otherwise are shown as they are', () => {
  const [only] = outline({ version: 1, text: 'stage x\n  told\n', items: [item('stage', 0), item('iteration', 1)] });
  assert.deepEqual([only?.label, only?.description, only?.children[0]?.label], ['stage x', '', 'told']);
});
