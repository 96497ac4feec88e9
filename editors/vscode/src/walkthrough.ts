// What the walkthrough needs: an example to change freely, and to know that a server runs and that a program has run.
import * as vscode from 'vscode';
import { LANGUAGE } from './server/client';
import type { Server } from './server/server';

export function registerWalkthrough(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('sq.walkthrough.example', () => openExample(context.extensionUri)),
    server.onDidChangeState((state) => {
      know('sq.serverRunning', state === 'running');
    }),
    server.onDidTellRun(({ state }) => {
      if (state === 'ended') {
        know('sq.programRan', true);
      }
    }),
  );
}

function know(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', name, value);
}

/** A copy that belongs to no file, so that nobody changes the extension. */
async function openExample(extension: vscode.Uri): Promise<void> {
  const file = vscode.Uri.joinPath(extension, 'dist', 'example.sq');
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const document = await vscode.workspace.openTextDocument({ language: LANGUAGE, content });
  await vscode.window.showTextDocument(document);
}
