// Looks for the server anew when something changes that decides where it is, or what it may do.
import * as vscode from 'vscode';
import { onDidChooseInterpreter } from './interpreter';
import type { Server } from './server';

export function registerWatching(context: vscode.ExtensionContext, server: Server): void {
  const again = (): void => void server.reconsider();
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(again),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('sq.server.path')) {
        again();
      }
    }),
  );
  // Without the Python extension, or with one that fails, there is nothing to watch.
  onDidChooseInterpreter(() => {
    if (vscode.workspace.isTrusted) {
      again();
    }
  }).then(
    (subscription) => context.subscriptions.push(subscription),
    () => undefined,
  );
}
