// The entry: makes the server and hands it to each part of the extension.
import * as vscode from 'vscode';
import { registerCursor } from './cursor';
import { Server } from './server/server';
import { registerViews } from './views';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('serQ', { log: true });
  const storage = context.globalStorageUri;
  await vscode.workspace.fs.createDirectory(storage);
  const installation = vscode.Uri.joinPath(storage, `server-${version(context)}`).fsPath;
  server = new Server({ start: storage.fsPath, installation }, output, {});
  context.subscriptions.push(output, server);

  // Each part registers itself; none of them knows another.
  registerCursor(context, server);
  registerViews(context, server);

  await server.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function version(context: vscode.ExtensionContext): string {
  return (context.extension.packageJSON as { version: string }).version;
}
