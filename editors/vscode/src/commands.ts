// The commands about programs; each is the server's, and what it gives is shown beside the program.
import * as vscode from 'vscode';
import { askComparison } from './comparing';
import { previewUri, showPreview } from './previews/opening';
import { programOf } from './programs';
import { refusal } from './refusing';
import type { Server } from './server/server';

/** Commands after which the server itself asks to show what it made. */
const SHOWN_BY_SERVER = ['sq.trace'] as const;

export function registerCommands(context: vscode.ExtensionContext, server: Server): void {
  function register(name: string, act: (given: unknown) => Promise<void>): void {
    context.subscriptions.push(vscode.commands.registerCommand(name, (given: unknown) => refusal(server, () => act(given))));
  }

  register('sq.run', async (given) => {
    const program = await wanted(given, server);
    await server.execute('sq.run', program);
    await showPreview(previewUri('sq-report', program));
  });
  for (const name of SHOWN_BY_SERVER) {
    register(name, async (given) => {
      await server.execute(name, await wanted(given, server));
    });
  }
  register('sq.compare', async (given) => {
    const comparison = isComparison(given) ? given : await askComparison(await wanted(given, server));
    if (comparison !== undefined) {
      await server.execute('sq.compare', comparison);
    }
  });
  register('sq.restartWorkers', () => server.execute('sq.restartWorkers'));
}

/** The URI of the program that is meant, as the server knows it. */
async function wanted(given: unknown, server: Server): Promise<string> {
  const program = await programOf(given);
  if (program === undefined) {
    throw new Error('Open a serQ program first.');
  }
  return server.uri(program);
}

function isComparison(given: unknown): given is object {
  return typeof given === 'object' && given !== null && 'uri' in given && !(given instanceof vscode.Uri);
}
