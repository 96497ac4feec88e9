// What a command could not do is told in one sentence, the server's if it has one.
import * as vscode from 'vscode';
import type { Server } from './server/server';

export async function refusal(server: Server, act: () => Promise<void>): Promise<void> {
  if (server.state === 'missing' || server.state === 'failed') {
    await vscode.commands.executeCommand('sq.server.help');
    return;
  }
  try {
    await act();
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) {
      void vscode.window.showErrorMessage(`serQ: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
