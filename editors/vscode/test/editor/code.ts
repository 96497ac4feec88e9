// A real VS Code without a display, with our extension in it, and the browser that shows it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { descendants } from './processes';
import { waitFor } from './waiting';
import { Workbench } from './workbench';

const EXTENSION = resolve(__dirname, '..', '..');
export const ROOT = resolve(EXTENSION, '..', '..');
/** Where install-vscode.sh has put it. */
const INSTALLED = resolve(process.env['SQ_VSCODE'] ?? join(ROOT, 'build', 'vscode'));
const SERVER = join(ROOT, '.venv', 'bin', 'sq');
const PACKAGED = ['package.json', 'dist', 'language', 'media', 'snippets', 'walkthrough'];
const BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Settings = Readonly<Record<string, unknown>>;
/** Texts by the names of files. */
type Files = Readonly<Record<string, string>>;

const SIZE = { width: 1500, height: 900 };

const SETTINGS: Settings = {
  'sq.server.path': SERVER,
  // On a slow machine a run takes what time it needs.
  'sq.run.deadline': 60,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'editor.accessibilitySupport': 'off',
  'editor.minimap.enabled': false,
  'editor.wordWrap': 'off',
  'files.autoSave': 'off',
  'extensions.ignoreRecommendations': true,
  'chat.commandCenter.enabled': false,
};

export class Code {
  private windows = 0;

  private constructor(
    private readonly home: string,
    private readonly server: ChildProcess,
    private readonly browser: Browser,
    private readonly address: string,
  ) {}

  /** Starts server and browser; the extension is as `npm run build` has left it. */
  static async start(): Promise<Code> {
    const home = mkdtempSync(join(tmpdir(), 'sq-vscode-'));
    const port = await freePort();
    for (const name of PACKAGED.filter((each) => existsSync(join(EXTENSION, each)))) {
      cpSync(join(EXTENSION, name), join(home, 'extensions', 'sqlang-tested', name), { recursive: true });
    }
    const words = ['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'];
    const folders = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];
    const log = { stdio: 'ignore', env: { ...process.env, HOME: home } } as const;
    const server = spawn(join(INSTALLED, 'code-server'), [...words, ...folders], log);
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: BROWSER });
    const address = `http://127.0.0.1:${port}`;
    const code = new Code(home, server, browser, address);
    try {
      await waitFor('an answer of VS Code', () => fetch(`${address}/healthz`).then(() => true, () => false));
    } catch (error) {
      await code.stop();
      throw error;
    }
    return code;
  }

  /** A window with a folder of its own, in which the examples and some more files are; ready when its workbench is there. */
  async window(settings: Settings = {}, size = SIZE, files: Files = {}): Promise<Workbench> {
    const user = join(this.home, 'data', 'User');
    mkdirSync(user, { recursive: true });
    writeFileSync(join(user, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
    // What is not saved in one window comes back in the next one with the same folder.
    this.windows += 1;
    const folder = join(this.home, `work${this.windows}`);
    cpSync(join(ROOT, 'examples'), folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const page = await this.browser.newPage({ viewport: size });
    page.setDefaultTimeout(120_000);
    await page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}`);
    const window = new Workbench(page);
    await window.isThere();
    return window;
  }

  /** The language servers that run in VS Code now. */
  get languageServers(): readonly number[] {
    const started = descendants(this.server.pid ?? 0);
    return started.filter(({ words }) => words.includes('lsp')).map(({ id }) => id);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    const ended = new Promise((resolveEnd) => this.server.once('exit', resolveEnd));
    this.server.kill('SIGTERM');
    await ended;
    rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
