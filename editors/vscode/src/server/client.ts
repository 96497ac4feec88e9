// The language client: what it is told about our server, and where the server runs.
import * as vscode from 'vscode';
import {
  LanguageClient,
  RevealOutputChannelOn,
  type DynamicFeature,
  type ErrorHandler,
  type LanguageClientOptions,
  type Middleware,
  type ServerOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import type { Candidate } from './finding';
import { forServer } from './settings';

/** The language of programs, in all editors. */
export const LANGUAGE = 'serq';

/** The documents that the server is told of; what it makes itself has schemes of its own. */
export const PROGRAMS = [
  { language: LANGUAGE, scheme: 'file' },
  { language: LANGUAGE, scheme: 'untitled' },
] as const;

/** What the client does not decide itself. */
export interface Connection {
  readonly output: vscode.LogOutputChannel;
  readonly errorHandler: ErrorHandler;
  readonly middleware: Middleware;
  /** Where the server starts: never a folder of the workspace, from which Python could load modules. */
  readonly directory: string;
}

export function makeClient(candidate: Candidate, connection: Connection): LanguageClient {
  const run = {
    command: candidate.command,
    args: [...candidate.words, 'lsp'],
    options: { cwd: connection.directory },
  };
  const server: ServerOptions = { run, debug: run };
  const options: LanguageClientOptions = {
    documentSelector: [...PROGRAMS],
    outputChannel: connection.output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => ({ sq: toldSettings() }),
    errorHandler: connection.errorHandler,
    // Who starts the server says why it could not; the library would show a second message.
    initializationFailedHandler: () => false,
    middleware: {
      ...connection.middleware,
      workspace: {
        configuration: (params) => params.items.map((item) => toldSettings(item.scopeUri)),
        didChangeConfiguration: () =>
          client.sendNotification('workspace/didChangeConfiguration', { settings: { sq: toldSettings() } }),
      },
    },
  };
  const client = new Client(LANGUAGE, 'serQ', server, options);
  return client;
}

/** The settings in force, as the server is told of them. */
export function toldSettings(scope?: string): unknown {
  const resource = scope === undefined ? undefined : vscode.Uri.parse(scope);
  return forServer(vscode.workspace.getConfiguration(undefined, resource).get('sq'), vscode.workspace.isTrusted);
}

/** Leaves commands to the extension, whose own are there also before a server runs and when none is found. */
class Client extends LanguageClient {
  public override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!('registrationType' in feature) || feature.registrationType.method !== 'workspace/executeCommand') {
      super.registerFeature(feature);
    }
  }
}
