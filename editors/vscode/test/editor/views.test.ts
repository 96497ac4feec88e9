// What stands beside a program in a real VS Code: timeline, IR and sliders, each tied to the text both ways.
import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { code } from './running';
import { waitFor } from './waiting';
import type { Workbench } from './workbench';

// Places in separate_phases.sq, from 1.
const [PREFILL, DECODE, CLAUSE] = [23, 25, 12];
const BATCHES = 'p2,p4,d1,d1';
let window: Workbench;

async function open(name: string): Promise<void> {
  await window.open(name);
  await window.seesLine('ends ');
}

/** The timeline beside the example, once it is drawn. */
async function timeline(): Promise<FrameLocator> {
  await open('separate_phases.sq');
  await window.command('serQ: Show Timeline');
  await sees(window.view(), BATCHES);
  return window.view();
}

async function sees(view: FrameLocator, wanted: string, batch = '.block .batch'): Promise<void> {
  const seen = () => view.locator(batch).allTextContents();
  const instead = async () => [await seen(), await window.account()];
  await waitFor(`${wanted} in the timeline`, async () => (await seen()).join() === wanted, instead);
}

async function lights(view: FrameLocator, line: number, column: number, wanted: string): Promise<void> {
  await window.focusText();
  await window.goTo(line, column);
  await sees(view, wanted, '.block.lit .batch');
}

suite('views', () => {
  before(async () => {
    window = await code().window();
  });
  afterEach(() => window.closeEditors());
  after(() => window.close());

  // The first one: what VS Code has saved of the window can only be of this timeline.
  test('a window that is loaded anew has its views again', async () => {
    await timeline();
    await window.reload('sq.timeline');
    await sees(window.view(), BATCHES);
    await lights(window.view(), PREFILL, 8, 'p2,p4');
    assert.deepEqual(window.problems, []);
  });

  test('the timeline follows the cursor, leads back to the text, and changes as one types', async () => {
    const view = await timeline();
    await lights(view, PREFILL, 8, 'p2,p4');
    await lights(view, DECODE, 30, 'd1,d1');

    await view.locator('.block[data-block="1"] rect').click();
    const marked = () => window.litLines();
    await waitFor('the prefill lit in the text', async () => (await marked()).join().includes('prefill prompt'), marked);
    assert.match((await view.locator('.detail').textContent()) ?? '', /iteration 2, 1 to 2: 1:0:p4/);
    await window.press('ArrowRight');
    await waitFor('the decode lit in the text', async () => (await marked()).join().includes('decode (2)'), marked);

    await window.focusText();
    await window.goTo(CLAUSE, 3);
    await window.press('Control+Shift+K');
    await sees(view, 'p2,p3 d1,p1 d1');
    assert.deepEqual(window.problems, []);
  });

  test('the IR stands beside the text and both light up together', async () => {
    await open('separate_phases.sq');
    await window.command('serQ: Show IR');
    await window.seesLine('{', 1);
    await window.focusText();
    await window.goTo(PREFILL, 8);
    const lit = () => window.litLines(1);
    await waitFor('the run of the prefill lit', async () => (await lit()).join().includes('"Run"'), lit);
    await window.clickLine('"Run"', 1);
    const source = () => window.litLines(0);
    await waitFor('the prefill lit', async () => (await source()).join().includes('prefill prompt'), source);
  });

  test('a slider shows what another value would make of the run, and writes it into the program', async () => {
    await open('many_servers.sq');
    await window.command('serQ: What If: Sliders for Constants');
    const view = window.view();
    const slider = view.getByLabel('servers', { exact: true });
    await slider.waitFor();
    await slider.focus();
    await window.press('ArrowRight');
    await view.locator('tr:not(.same) td.difference').first().waitFor();
    assert.equal(await view.getByLabel('exact value of servers').inputValue(), '4');
    await window.seesLine('let servers = 3;');
    await view.getByRole('button', { name: 'Write into the program' }).click();
    await window.seesLine('let servers = 4;');
    await waitFor('nothing supposed any more', () => view.locator('label.changed').count().then((count) => count === 0));
    assert.deepEqual(window.problems, []);
  });
});
