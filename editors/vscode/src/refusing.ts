// What a command could not do is told in one sentence, the server's if it has one.
import * as vscode from 'vscode';
import type { Server } from './server/server';

const TRUST = 'Manage Workspace Trust';

export async function refusal(server: Server, act: () => Promise<void>): Promise<void> {
  if (server.state === 'missing' || server.state === 'failed') {
    await vscode.commands.executeCommand('sq.server.help');
    return;
  }
  try {
    await act();
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) {
      // Nobody waits for an answer: the command is over.
      void tell(error instanceof Error ? error.message : String(error));
    }
  }
}

async function tell(sentence: string): Promise<void> {
  const choices = vscode.workspace.isTrusted ? [] : [TRUST];
  const choice = await vscode.window.showErrorMessage(`serQ: ${sentence}`, ...choices);
  if (choice === TRUST) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}
