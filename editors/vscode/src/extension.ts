// The entry: makes the server and hands it to each part of the extension.
import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { registerCursor } from './cursor';
import { showingBeside } from './previews/opening';
import { registerHelp } from './server/helping';
import { Server } from './server/server';
import { registerWatching } from './server/watching';
import { registerSessions } from './sessions/tree';
import { registerStatus } from './status/item';
import { Runs } from './status/runs';
import { registerViews } from './views';
import { registerWalkthrough } from './walkthrough';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('serQ', { log: true });
  const storage = context.globalStorageUri;
  await vscode.workspace.fs.createDirectory(storage);
  const installation = vscode.Uri.joinPath(storage, `server-${version(context)}`).fsPath;
  const directories = { start: storage.fsPath, installation };
  server = new Server(directories, output, showingBeside);
  const runs = new Runs(server);
  context.subscriptions.push(output, server, runs);

  // Each part registers itself; none of them knows another.
  registerHelp(context, server, directories, output);
  registerWatching(context, server);
  registerCommands(context, server);
  registerCursor(context, server);
  registerStatus(context, server, runs);
  registerSessions(context, server);
  registerViews(context, server);
  registerWalkthrough(context, server);

  await server.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function version(context: vscode.ExtensionContext): string {
  return (context.extension.packageJSON as { version: string }).version;
}
