// What a user can do about a server that is missing or does not stay: install it, name one, read what happened.
import * as vscode from 'vscode';
import { report } from './finding';
import { install, InstallationError, pythonCommands } from './installing';
import { expanded } from './places';
import { surroundings, textSetting, WINDOWS } from './searching';
import type { Directories, Server } from './server';

const INSTALL = 'Install';
const SETTING = 'Choose…';
const OUTPUT = 'Show Output';
const RETRY = 'Try Again';
const RESTART = 'Restart';

export function registerHelp(
  context: vscode.ExtensionContext,
  server: Server,
  directories: Directories,
  output: vscode.LogOutputChannel,
): void {
  const help = new Help(context, server, directories, output);
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('sq.server.restart', () => server.restart()),
    registerCommand('sq.server.showOutput', () => output.show()),
    registerCommand('sq.server.install', () => help.install()),
    registerCommand('sq.server.help', () => help.offer()),
    server.onDidChangeState((state) => {
      if (state === 'missing' || state === 'failed') {
        void help.offer();
      }
    }),
  );
}

class Help {
  private installing: Promise<void> | undefined;

  public constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
    private readonly directories: Directories,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  /** Says what is wrong, exactly, and what can be done. */
  public async offer(): Promise<void> {
    if (this.server.state === 'missing') {
      const tried = report(this.server.searched?.tried ?? []).join('; ');
      await this.ask(`serQ: no server was found. Tried: ${tried}.`, [INSTALL, SETTING, OUTPUT]);
    } else if (this.server.state === 'failed') {
      await this.ask('serQ: the server ended by itself again and again, or does not start.', [RESTART, OUTPUT]);
    }
  }

  /** Installs the server that comes with the extension and starts it. One installation at a time. */
  public async install(): Promise<void> {
    this.installing ??= this.installOnce().finally(() => (this.installing = undefined));
    await this.installing;
  }

  private async installOnce(): Promise<void> {
    const controller = new AbortController();
    try {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: 'Installing the serQ server', cancellable: true },
        async (progress, token) => {
          token.onCancellationRequested(() => controller.abort());
          await this.installLogged(controller.signal, (line) => progress.report({ message: shortened(line) }));
        },
      );
    } catch (error) {
      if (!controller.signal.aborted) {
        await this.failed(error);
      }
      return;
    }
    this.output.info('The server is installed.');
    await this.server.restart();
  }

  private async installLogged(signal: AbortSignal, show: (line: string) => void): Promise<void> {
    const wheels = vscode.Uri.joinPath(this.context.extensionUri, 'wheel').fsPath;
    const setting = expanded(textSetting('server.python'));
    const log = (line: string): void => {
      this.output.info(line);
      show(line);
    };
    await install(
      {
        environment: this.directories.installation,
        wheels,
        start: this.directories.start,
        pythons: pythonCommands(setting, await surroundings(this.directories.installation)),
        windows: WINDOWS,
      },
      { log, signal },
    );
  }

  private async failed(error: unknown): Promise<void> {
    const sentence = error instanceof InstallationError ? error.message : `The installation failed: ${String(error)}`;
    this.output.error(sentence);
    await this.ask(`serQ: ${sentence}`, [RETRY, SETTING, OUTPUT]);
  }

  private async ask(sentence: string, choices: readonly string[]): Promise<void> {
    const choice = await vscode.window.showWarningMessage(sentence, ...choices);
    if (choice === INSTALL || choice === RETRY) {
      await this.install();
    } else if (choice === SETTING) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'sq.server');
    } else if (choice === RESTART) {
      await this.server.restart();
    } else if (choice === OUTPUT) {
      this.output.show();
    }
  }
}

function shortened(line: string): string {
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
