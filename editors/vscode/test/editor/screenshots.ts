// The two pictures that the README shows: a program with its timeline and hover, and with its sliders.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Code, ROOT } from './code';
import type { Workbench } from './workbench';

const FOLDER = join(ROOT, 'editors', 'vscode', 'images');
/** Bytes; pages that show them are to stay light. */
const LIMIT = 200_000;
const SIZE = { width: 1440, height: 810 };
const CLEAN = {
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': true,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.fontSize': 12,
  'editor.renderLineHighlight': 'none',
  'breadcrumbs.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.guides.indentation': false,
};

async function withProgram(code: Code, name: string, look: object): Promise<Workbench> {
  const window = await code.window({ ...CLEAN, ...look }, SIZE);
  await window.open(name);
  await window.seesLine('ends ');
  await window.command('View: Close Primary Side Bar').catch(() => undefined);
  return window;
}

async function keep(window: Workbench, name: string): Promise<void> {
  const path = join(FOLDER, name);
  await window.page.screenshot({ path });
  const { size } = statSync(path);
  if (size > LIMIT) throw new Error(`${path} has ${size} bytes`);
  console.log(`${path}: ${size} bytes`);
  await window.close();
}

async function timeline(code: Code): Promise<void> {
  const window = await withProgram(code, 'separate_phases.sq', { 'workbench.colorTheme': 'Default Dark Modern' });
  await window.command('serQ: Show Timeline');
  const view = window.view();
  await view.locator('.block').first().waitFor({ timeout: 60_000 });
  await view.locator('.block[data-block="1"] rect').click();
  await view.locator('.detail', { hasText: 'iteration 2' }).waitFor();
  // What one can do with a program is seen while its text has the keys.
  await window.focusText();
  await window.waitForOwnStatus('Values are those of the text as it is.');
  await keep(window, 'timeline.png');
}

async function sliders(code: Code): Promise<void> {
  const window = await withProgram(code, 'many_servers.sq', { 'workbench.colorTheme': 'Default Light Modern', 'editor.fontSize': 11 });
  await window.command('serQ: What If: Sliders for Constants');
  const view = window.view();
  const slider = view.getByLabel('servers', { exact: true });
  await slider.waitFor({ timeout: 60_000 });
  await slider.focus();
  await window.press('ArrowRight');
  await view.locator('tr:not(.same) td.difference').first().waitFor({ timeout: 60_000 });
  await keep(window, 'what-if.png');
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const code = await Code.start();
  try {
    await timeline(code);
    await sliders(code);
  } finally {
    await code.stop();
  }
}

void main();
