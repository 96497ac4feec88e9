// A folder that nobody has trusted, in a real VS Code: programs are checked and explained, and nothing runs.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { code } from './running';
import type { Workbench } from './workbench';

let window: Workbench;

suite('a folder that nobody has trusted', () => {
  before(async () => {
    window = await code().window({
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    });
    await window.open('separate_phases.sq');
  });
  after(() => window.close());

  test('mistakes are underlined, words are explained, nothing runs', async () => {
    assert.match(await window.status(), /Restricted Mode/);
    await window.goTo(10, 7);
    await window.type('nonsense');
    await window.waitForSquiggles(true);
    await window.press('Control+Z');
    await window.waitForSquiggles(false);
    assert.match(await window.hover('exclusive'), /prefill/);
    assert.deepEqual((await window.lines()).filter((line) => /iterations · |admitted \d/.test(line)), []);
  });

  test('a view that needs a run says why there is none', async () => {
    await window.command('serQ: Show Timeline');
    const notice = window.view().locator('.notice');
    await notice.filter({ hasText: /trust/ }).waitFor({ timeout: 60_000 });
  });
});
