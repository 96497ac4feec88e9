// What the status item says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary, type Run, type Standing } from '../../src/status/summary';

const ENDED: Run = { state: 'ended', message: 'Values are those of the text as it is.' };
const RUNNING: Run = { state: 'running', message: 'The program runs.' };
const OLDER: Run = { state: 'mistakes', message: 'Values are those of the last text without mistakes.' };
const WELL: Standing = { server: 'running', trusted: true, errors: 0, run: ENDED };

function text(what: Partial<Standing>): string {
  return summary({ ...WELL, ...what }).text;
}

test('what matters most comes first', () => {
  assert.equal(text({}), '$(check) serQ');
  assert.equal(text({ run: RUNNING }), '$(sync~spin) serQ');
  assert.equal(text({ run: RUNNING, trusted: false }), '$(shield) serQ');
  assert.equal(text({ run: OLDER, errors: 2, trusted: false }), '$(error) serQ 2');
  assert.equal(text({ errors: 2, server: 'missing' }), '$(warning) serQ');
});

test('a server that tells nothing of runs does not look busy', () => {
  assert.equal(text({ run: undefined }), '$(circle-outline) serQ');
  assert.equal(text({ run: undefined, errors: 1 }), '$(error) serQ 1');
});

test('what the server tells of the run is passed on', () => {
  const stopped: Run = { state: 'stopped', message: 'The run was stopped by the deadline.' };
  assert.deepEqual(summary({ ...WELL, run: stopped }), { text: '$(watch) serQ', detail: stopped.message, severity: 'none' });
  assert.equal(text({ run: { state: 'off', message: '' } }), '$(circle-slash) serQ');
});

test('values beside a text with mistakes are said to be older', () => {
  assert.equal(
    summary({ ...WELL, errors: 1, run: OLDER }).detail,
    '1 mistake. Values are those of the last text without mistakes.',
  );
  assert.equal(summary({ ...WELL, errors: 2, run: undefined }).detail, '2 mistakes.');
});
