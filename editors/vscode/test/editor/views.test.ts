// What stands beside a program in a real VS Code: timeline, IR and sliders, each tied to the text both ways.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Code } from './code';
import { waitFor } from './waiting';
import type { Workbench } from './workbench';

// Places in separate_phases.sq, from 1.
const [PREFILL, DECODE, CLAUSE] = [23, 25, 12];
let code: Code;

before(async () => {
  code = await Code.start();
});
after(() => code.stop());

async function opened(name: string): Promise<Workbench> {
  const window = await code.window();
  await window.open(name);
  await window.seesLine('ends ');
  return window;
}

test('the timeline follows the cursor, leads back to the text, and changes as one types', async () => {
  const window = await opened('separate_phases.sq');
  await window.command('serQ: Show Timeline');
  const view = window.view();
  const batches = () => view.locator('.block .batch').allTextContents();
  const lit = () => view.locator('.block.lit .batch').allTextContents();
  await waitFor('the batches', async () => (await batches()).join() === 'p2,p4,d1,d1', batches);

  await window.focusText();
  await window.goTo(PREFILL, 8);
  await waitFor('the prefills lit', async () => (await lit()).join() === 'p2,p4', lit);
  await window.goTo(DECODE, 30);
  await waitFor('the decodes lit', async () => (await lit()).join() === 'd1,d1', lit);

  await view.locator('.block[data-block="1"] rect').click();
  const marked = () => window.litLines();
  await waitFor('the prefill lit in the text', async () => (await marked()).join().includes('prefill prompt'), marked);
  assert.match((await view.locator('.detail').textContent()) ?? '', /iteration 2, 1 to 2: 1:0:p4/);
  await window.press('ArrowRight');
  await waitFor('the decode lit in the text', async () => (await marked()).join().includes('decode (2)'), marked);

  await window.focusText();
  await window.goTo(CLAUSE, 3);
  await window.press('Control+Shift+K');
  await waitFor('other batches', async () => (await batches()).join() === 'p2,p3 d1,p1 d1', batches);
  assert.deepEqual(window.problems, []);
  await window.close();
});

test('a window that is loaded anew has its views again', async () => {
  const window = await opened('separate_phases.sq');
  await window.command('serQ: Show Timeline');
  const batches = () => window.view().locator('.block .batch').allTextContents();
  await waitFor('the batches', async () => (await batches()).join() === 'p2,p4,d1,d1', batches);
  await window.reload();
  await waitFor('the batches again', async () => (await batches()).join() === 'p2,p4,d1,d1', batches);
  await window.focusText();
  await window.goTo(PREFILL, 8);
  const lit = () => window.view().locator('.block.lit .batch').allTextContents();
  await waitFor('the prefills lit', async () => (await lit()).join() === 'p2,p4', lit);
  assert.deepEqual(window.problems, []);
  await window.close();
});

test('the IR stands beside the text and both light up together', async () => {
  const window = await opened('separate_phases.sq');
  await window.command('serQ: Show IR');
  await window.seesLine('{', 1);
  await window.focusText();
  await window.goTo(PREFILL, 8);
  const lit = () => window.litLines(1);
  await waitFor('the run of the prefill lit', async () => (await lit()).join().includes('"Run"'), lit);
  await window.clickLine('"Run"', 1);
  const source = () => window.litLines(0);
  await waitFor('the prefill lit', async () => (await source()).join().includes('prefill prompt'), source);
  await window.close();
});

test('a slider shows what another value would make of the run, and writes it into the program', async () => {
  const window = await opened('many_servers.sq');
  await window.command('serQ: What If: Sliders for Constants');
  const view = window.view();
  const slider = view.getByLabel('servers', { exact: true });
  await slider.waitFor({ timeout: 60_000 });
  await slider.focus();
  await window.press('ArrowRight');
  await view.locator('tr:not(.same) td.difference').first().waitFor({ timeout: 60_000 });
  assert.equal(await view.getByLabel('exact value of servers').inputValue(), '4');
  await window.seesLine('let servers = 3;');
  await view.getByRole('button', { name: 'Write into the program' }).click();
  await window.seesLine('let servers = 4;');
  await waitFor('nothing supposed any more', () => view.locator('label.changed').count().then((count) => count === 0));
  assert.deepEqual(window.problems, []);
  await window.close();
});
