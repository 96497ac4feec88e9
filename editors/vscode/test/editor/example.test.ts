// The example in a real VS Code: what its user sees when it is opened, asked, broken, mended, and when the server dies.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { code } from './running';
import { waitFor } from './waiting';
import type { Workbench } from './workbench';

const BATCHES = '4 iterations · p2 │ p4 │ d1 │ d1';
let window: Workbench;

suite('the example', () => {
  before(async () => {
    window = await code().window();
    await window.open('separate_phases.sq');
  });
  after(() => window.close());

  test('the four batches stand beside their stage, and what happened beside each statement', async () => {
    assert.match(await window.seesLine(BATCHES), /stage engine : step/);
    assert.match(await window.seesLine('0:p2 @0 · 1:p4 @1'), /prefill prompt growing kv;/);
    assert.match(await window.seesLine('0:d1 @2 · 0:d1 @3'), /decode \(2\) growing kv;/);
  });

  test('words are colored by what they are', async () => {
    const words = ['// Whole-batch', 'stage', 'engine', '20'];
    const colors = () => Promise.all(words.map((word) => window.color(word)));
    const differ = async () => new Set((await colors()).filter((color) => color !== undefined)).size === words.length;
    await waitFor(`other colors for ${words.join()}`, differ, colors);
  });

  test('a word tells what it means when one points at it', async () => {
    assert.match(await window.hover('exclusive'), /prefill/);
  });

  test('a mistake is underlined while it is there', async () => {
    await window.waitForSquiggles(false);
    await window.goTo(10, 7);
    await window.type('nonsense');
    await window.waitForSquiggles(true);
    await window.press('Control+Z');
    await window.waitForSquiggles(false);
  });

  test('the bar at the bottom tells of mistakes and of the run', async () => {
    await window.waitForOwnStatus('Values are those of the text as it is.');
    await window.goTo(10, 7);
    await window.type('nonsense');
    await window.waitForOwnStatus('1 mistake. Values are those of the last text without mistakes.');
    await window.press('Control+Z');
    await window.waitForOwnStatus('Values are those of the text as it is.');
  });

  test('a comparison that is asked for by its name stands beside the program', async () => {
    await window.goTo(12, 1);
    await window.command('serQ: Compare…');
    await window.choose('Without Some Lines…');
    await window.answer('Which lines to leave out', '12');
    await window.seesLine('without line 12', 1);
    await window.seesLine('then they part at t=1', 1);
    await window.focusText();
  });

  test('values follow what is written', async () => {
    await window.goTo(12, 1);
    await window.press('Control+Shift+K');
    await window.seesLine('3 iterations · p2 │ d1 p3 │ d1 p1');
    await window.press('Control+Z');
    await window.seesLine(BATCHES);
  });

  test('a server that is killed is started again, and knows everything again', async () => {
    const first = await waitFor('a server', () => Promise.resolve(code().languageServers.length > 0 && code().languageServers));
    for (const each of first) process.kill(each, 'SIGKILL');
    await waitFor('another server', () => Promise.resolve(code().languageServers.some((each) => !first.includes(each))));
    await window.goTo(10, 7);
    await window.type('nonsense');
    await window.waitForSquiggles(true);
    await window.press('Control+Z');
    await window.waitForSquiggles(false);
    await window.seesLine(BATCHES);
  });
});
