// The item in the status bar, while a program is in view: its mistakes, its run, the server; a click offers what to do.
import * as vscode from 'vscode';
import { programInView } from '../programs';
import type { Server } from '../server/server';
import type { Runs } from './runs';
import { summary } from './summary';

const CHOICES = [
  { label: '$(play) Run', command: 'sq.run' },
  { label: '$(list-flat) Trace', command: 'sq.trace' },
  { label: '$(graph) Timeline', command: 'sq.timeline' },
  { label: '$(json) IR', command: 'sq.ir' },
  { label: '$(diff) Compare…', command: 'sq.compare' },
  { label: '$(warning) Problems', command: 'workbench.actions.view.problems' },
  { label: '$(debug-restart) Restart Server', command: 'sq.server.restart' },
  { label: '$(output) Show Output', command: 'sq.server.showOutput' },
] as const;

export function registerStatus(context: vscode.ExtensionContext, server: Server, runs: Runs): void {
  const item = vscode.window.createStatusBarItem('sq.status', vscode.StatusBarAlignment.Right, 100);
  item.name = 'serQ';
  item.command = 'sq.status.choose';

  function show(): void {
    const document = programInView();
    if (document === undefined) {
      item.hide();
      return;
    }
    const { text, detail, severity } = summary({
      server: server.state,
      trusted: vscode.workspace.isTrusted,
      errors: errorsOf(document),
      run: runs.of(document),
    });
    item.text = text;
    item.tooltip = [detail, server.searched?.found?.version].filter((line) => line !== undefined).join('\n');
    item.accessibilityInformation = { label: `serQ: ${detail}` };
    item.backgroundColor = severity === 'none' ? undefined : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
    item.show();
  }

  context.subscriptions.push(
    item,
    vscode.commands.registerCommand('sq.status.choose', () => choose(server)),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.window.onDidChangeVisibleTextEditors(show),
    vscode.languages.onDidChangeDiagnostics(show),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === programInView()) {
        show();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(show),
    server.onDidChangeState(show),
    runs.onDidChange(show),
  );
  show();
}

function errorsOf(document: vscode.TextDocument): number {
  const { Error } = vscode.DiagnosticSeverity;
  return vscode.languages.getDiagnostics(document.uri).filter(({ severity }) => severity === Error).length;
}

async function choose(server: Server): Promise<void> {
  if (server.state === 'missing' || server.state === 'failed') {
    await vscode.commands.executeCommand('sq.server.help');
    return;
  }
  const choice = await vscode.window.showQuickPick([...CHOICES], { title: 'serQ' });
  if (choice !== undefined) {
    await vscode.commands.executeCommand(choice.command);
  }
}
