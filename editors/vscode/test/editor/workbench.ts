// One window of VS Code, used as a person does: by its keys, its mouse, and what stands on the screen.
import type { FrameLocator, Page } from 'playwright-core';
import { waitFor } from './waiting';

/** What the browser complains about, if it is about a page of ours. */
const OURS = /Content Security Policy|dist\/views/;

/** Whether VS Code has saved that a view of this type is open; runs in the browser. */
async function isSaved(view: string): Promise<boolean> {
  const done = async <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => { resolve(request.result); };
      request.onerror = () => { reject(new Error(request.error?.message)); };
    });
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('vscode-web-state-db-')) continue;
    const database = await done(indexedDB.open(name));
    const values = await done(database.transaction('ItemTable').objectStore('ItemTable').getAll());
    database.close();
    if (values.some((value) => String(value).includes(`mainThreadWebview-${view}`))) return true;
  }
  return false;
}

export class Workbench {
  /** Complaints of the browser about our pages. */
  readonly problems: string[] = [];

  constructor(readonly page: Page) {
    page.on('console', (message) => {
      const told = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && OURS.test(told)) this.problems.push(told);
    });
    page.on('pageerror', (error) => {
      if (OURS.test(error.stack ?? '')) this.problems.push(error.message);
    });
  }

  async isThere(): Promise<void> {
    await this.page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: 120_000 });
  }

  /** Loads the window anew once VS Code has saved, as it does every few seconds, that a view of this type is open. */
  async reload(view: string): Promise<void> {
    await waitFor(`${view} saved`, () => this.page.evaluate(isSaved, view));
    await this.page.reload();
    await this.isThere();
  }

  /** Closes all editors and throws away what was not saved in them. */
  async closeEditors(): Promise<void> {
    await this.command('View: Close All Editors');
    const discard = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    const tabs = this.page.locator('.tabs-container .tab');
    const isDone = async () => {
      if (await discard.isVisible()) await discard.click();
      return (await tabs.count()) === 0;
    };
    await waitFor('no editor', isDone, () => tabs.allTextContents());
  }

  /** Leaves the window as a person does, so that what belongs to it ends. */
  async close(): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.close();
  }

  /** Opens a file of the folder by its name. */
  async open(name: string): Promise<void> {
    await this.pick('Control+P', name, name);
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector('.editor-instance .view-line');
  }

  /** Runs a command by the title that the palette shows. */
  async command(title: string): Promise<void> {
    await this.pick('F1', `>${title}`, title);
  }

  /** Chooses an item of the list that is open. */
  async choose(title: string): Promise<void> {
    await this.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: title }).first().click();
  }

  /** Answers the question that is asked at the top of the window. */
  async answer(question: string, text: string): Promise<void> {
    const widget = this.page.locator('.quick-input-widget:visible', { hasText: question });
    await widget.locator('input').fill(text);
    await this.press('Enter');
    await widget.waitFor({ state: 'hidden' });
  }

  /** What our item in the bar at the bottom says to those who do not see its icon. */
  async ownStatus(): Promise<string> {
    const item = this.page.locator('.statusbar-item[id="sqlang.serq-lang.sq.status"] [aria-label]').first();
    return (await item.getAttribute('aria-label', { timeout: 1000 }).catch(() => null)) ?? '';
  }

  async waitForOwnStatus(part: string): Promise<void> {
    await waitFor(part, async () => (await this.ownStatus()).includes(part), () => this.ownStatus());
  }

  /** Gives the keys to the first editor, wherever they went before. */
  async focusText(): Promise<void> {
    await this.command('Focus First Editor Group');
  }

  /** The lines of an editor in which something is lit because of what is chosen beside it. */
  async litLines(group = 0): Promise<readonly string[]> {
    return this.page.evaluate((index) => {
      const editor = document.querySelectorAll('.editor-group-container')[index];
      const lit = [...(editor?.querySelectorAll('.view-overlays .cdr[class*="TextEditorDecorationType"]') ?? [])];
      const heights = lit.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
      const lines = [...(editor?.querySelectorAll('.view-lines .view-line') ?? [])].filter((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return heights.some((height) => top < height && height < bottom);
      });
      return lines.map((line) => line.textContent.replaceAll('\u00a0', ' ').trim());
    }, group);
  }

  /** Puts the cursor into the first line on the screen that has this in it. */
  async clickLine(part: string, group = 0): Promise<void> {
    const editor = this.page.locator('.editor-group-container').nth(group);
    await editor.locator('.view-line', { hasText: part }).first().click();
  }

  /** Puts the cursor of the program's editor at a place; lines and columns from 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.pick('Control+G', `:${line}:${column}`, undefined);
    const wanted = `Ln ${line}, Col ${column}`;
    await waitFor(wanted, async () => (await this.status()).includes(wanted), () => this.status());
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** The lines of an editor that are on the screen, hints included; the first group of editors is 0. */
  async lines(group = 0): Promise<readonly string[]> {
    return this.page.evaluate((index) => {
      const editor = document.querySelectorAll('.editor-group-container')[index];
      const top = (element: Element): number => parseFloat((element as HTMLElement).style.top);
      const lines = [...(editor?.querySelectorAll('.view-lines .view-line') ?? [])];
      return lines.sort((one, other) => top(one) - top(other)).map((each) => each.textContent.replaceAll('\u00a0', ' '));
    }, group);
  }

  /** Waits until a line on the screen has this in it. */
  async seesLine(part: string, group = 0): Promise<string> {
    const look = async () => (await this.lines(group)).find((line) => line.includes(part));
    return waitFor(`a line with ${part}`, look, () => this.lines(group));
  }

  /** The color of the first such text on the screen. */
  async color(text: string): Promise<string | undefined> {
    return (await this.find(text))?.color;
  }

  /** What a hover over the first such text tells. */
  async hover(text: string): Promise<string> {
    const place = await waitFor(`${text} on the screen`, () => this.find(text));
    const box = this.page.locator('.monaco-hover:visible .hover-contents').first();
    const told = async () => (await box.textContent({ timeout: 10_000 }).catch(() => '')) ?? '';
    const look = async () => {
      if (!(await box.isVisible())) {
        await this.page.mouse.move(place.x - 40, place.y - 60);
        await this.page.mouse.move(place.x, place.y, { steps: 4 });
      }
      return (await told()).replace(/^Loading\.\.\.$/, '') || undefined;
    };
    return waitFor(`a hover over ${text}`, look, told);
  }

  /** How many red squiggles are on the screen. */
  async squiggles(): Promise<number> {
    return this.page.locator('.squiggly-error').count();
  }

  async waitForSquiggles(any: boolean): Promise<void> {
    const look = async () => (await this.squiggles()) > 0 === any;
    await waitFor(any ? 'a squiggle' : 'no squiggle', look, () => this.lines());
  }

  /** The page that is shown in the active tab of a group of editors. */
  view(): FrameLocator {
    return this.page.locator('iframe.webview.ready').last().contentFrame().frameLocator('iframe#active-frame');
  }

  /** What there is to tell of the window if a test fails. */
  async account(): Promise<Readonly<Record<string, unknown>>> {
    const text = await this.view().locator('body').innerText({ timeout: 1000 }).catch(() => 'no view');
    const tabs = await this.page.locator('.tabs-container .tab').allTextContents();
    return { tabs, view: text, own: await this.ownStatus(), lines: await this.lines(), problems: this.problems };
  }

  /** What the bar at the bottom says. */
  async status(): Promise<string> {
    return (await this.page.locator('.part.statusbar').textContent())?.replaceAll('\u00a0', ' ') ?? '';
  }

  private async pick(key: string, typed: string, row: string | undefined): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible input');
    await this.page.keyboard.press(key);
    await input.waitFor();
    await input.fill(typed);
    if (row !== undefined) {
      const wanted = this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row });
      await wanted.waitFor({ timeout: 60_000 });
    }
    await this.page.keyboard.press('Enter');
    // Gone, or another list took its place.
    const value = () => input.inputValue({ timeout: 1000 }).catch(() => '');
    await waitFor('the command taken', async () => (await value()) !== typed, value);
  }

  /** Where the first such text is on the screen, and its color. */
  private async find(text: string): Promise<{ x: number; y: number; color: string } | undefined> {
    return this.page.evaluate((wanted) => {
      for (const line of document.querySelectorAll('.view-lines .view-line')) {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const start = node.textContent?.replaceAll('\u00a0', ' ').indexOf(wanted) ?? -1;
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + wanted.length);
          const { x, y, width, height } = range.getBoundingClientRect();
          const color = node.parentElement ? getComputedStyle(node.parentElement).color : '';
          return { x: x + width / 2, y: y + height / 2, color };
        }
      }
      return undefined;
    }, text);
  }
}
