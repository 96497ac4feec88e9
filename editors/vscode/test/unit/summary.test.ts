// What the status item says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary, type Standing } from '../../src/status/summary';

const WELL: Standing = { server: 'running', trusted: true, tracing: true, errors: 0, run: 'current' };

function text(what: Partial<Standing>): string {
  return summary({ ...WELL, ...what }).text;
}

test('what matters most comes first', () => {
  assert.equal(text({}), '$(check) serQ');
  assert.equal(text({ run: 'stale' }), '$(sync~spin) serQ');
  assert.equal(text({ run: 'stale', tracing: false }), '$(check) serQ');
  assert.equal(text({ run: 'stale', trusted: false }), '$(shield) serQ');
  assert.equal(text({ run: 'stale', errors: 2, trusted: false }), '$(error) serQ 2');
  assert.equal(text({ errors: 2, server: 'missing' }), '$(warning) serQ');
});

test('values beside a text with mistakes are said to be older', () => {
  assert.equal(
    summary({ ...WELL, errors: 1, run: 'stale' }).detail,
    '1 mistake. Values are those of the last text without mistakes.',
  );
  assert.equal(summary({ ...WELL, errors: 2, run: 'unknown' }).detail, '2 mistakes.');
});
