// The server as the rest of the extension sees it: one object for the whole session, whatever process is behind it.
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  State,
  type ErrorHandler,
  type LanguageClient,
  type Middleware,
} from 'vscode-languageclient/node';
import { makeClient, toldSettings } from './client';
import { Crashes } from './crashes';
import { report, type Found, type Search } from './finding';
import { listenForRuns, type ToldRun } from './runStates';
import { search } from './searching';

/** `missing`: none was found; `failed`: it does not start, or ended too often; `stopped`: it is about to start again. */
export type ServerState = 'stopped' | 'looking' | 'starting' | 'running' | 'missing' | 'failed';

/** Where the extension keeps what is its own on the disk. */
export interface Directories {
  /** Where processes start. */
  readonly start: string;
  /** Where the server that comes with the extension is installed. */
  readonly installation: string;
}

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private readonly started = new vscode.EventEmitter<void>();
  private readonly toldRun = new vscode.EventEmitter<ToldRun>();
  private readonly crashes = new Crashes();
  private client: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private current: ServerState = 'stopped';
  private lastSearch: Search | undefined;
  private using: Found | undefined;

  public constructor(
    private readonly directories: Directories,
    private readonly output: vscode.LogOutputChannel,
    private readonly middleware: Middleware,
  ) {}

  /** After each change of `state`. */
  public get onDidChangeState(): vscode.Event<ServerState> {
    return this.changed.event;
  }

  /** A server has come to run, the first or another one: views ask again. */
  public get onDidStart(): vscode.Event<void> {
    return this.started.event;
  }

  /** The server has told how the run of a program is. */
  public get onDidTellRun(): vscode.Event<ToldRun> {
    return this.toldRun.event;
  }

  public get state(): ServerState {
    return this.current;
  }

  /** The search that the present state is the result of. */
  public get searched(): Search | undefined {
    return this.lastSearch;
  }

  /** The client, for what is in the protocol's library; `undefined` while no server runs. */
  public get running(): LanguageClient | undefined {
    return this.current === 'running' ? this.client : undefined;
  }

  /** Looks for the server anew and starts it; one that runs is ended. Calls come one after another. */
  public restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stop();
      this.enter('looking');
      this.begin(await this.search());
    });
  }

  /** Looks for the server anew, since something changed; one that is still the best goes on and hears its settings. */
  public reconsider(): Promise<void> {
    return this.enqueue(async () => {
      const found = await this.search();
      if (this.running !== undefined && sameCommand(found, this.using)) {
        await this.running.sendNotification('workspace/didChangeConfiguration', { settings: { sq: toldSettings() } });
        return;
      }
      await this.stop();
      this.begin(found);
    });
  }

  /** Asks the server; fails with the server's sentence, or with ours if none runs. */
  public async request<Result>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<Result> {
    const client = this.running;
    if (client === undefined) {
      throw new Error('The serQ server is not running.');
    }
    // An `undefined` token would become a second parameter.
    return token === undefined ? client.sendRequest<Result>(method, params) : client.sendRequest<Result>(method, params, token);
  }

  /** `workspace/executeCommand` with one of the server's commands. */
  public async execute<Result>(command: string, ...words: readonly unknown[]): Promise<Result> {
    return this.request<Result>('workspace/executeCommand', { command, arguments: words });
  }

  /** Tells the server; nobody is told if none runs. */
  public async notify(method: string, params: unknown): Promise<void> {
    await this.running?.sendNotification(method, params);
  }

  /** The URI of a document as the server knows it. */
  public uri(document: vscode.TextDocument): string {
    return this.client?.code2ProtocolConverter.asUri(document.uri) ?? document.uri.toString();
  }

  public dispose(): void {
    this.changed.dispose();
    this.started.dispose();
    this.toldRun.dispose();
  }

  /** Ends the server; for the end of the extension. */
  public async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.enter('stopped');
    try {
      await client?.dispose();
    } catch (error) {
      this.output.warn(`The server did not end as it should: ${String(error)}`);
    }
  }

  private enqueue(act: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(act).catch((error: unknown) => {
      this.output.error(String(error));
      this.enter('failed');
    });
    return this.queue;
  }

  private async search(): Promise<Found | undefined> {
    this.lastSearch = await search(this.directories.start, this.directories.installation);
    const { found, tried } = this.lastSearch;
    this.output.info(['Looking for the server:', ...report(tried).map((line) => `  ${line}`)].join('\n'));
    return found;
  }

  private begin(found: Found | undefined): void {
    this.crashes.forget();
    this.using = found;
    if (found === undefined) {
      this.enter('missing');
      return;
    }
    const { candidate, version } = found;
    this.output.info(`Starting ${version}`);
    const client: LanguageClient = makeClient(candidate, {
      output: this.output,
      errorHandler: this.errorHandler(() => client === this.client),
      middleware: this.middleware,
      directory: this.directories.start,
    });
    this.client = client;
    listenForRuns(client, (run) => this.toldRun.fire(run));
    client.onDidChangeState(({ newState }) => this.follow(client, newState));
    // Nobody waits for it: a server that never answers must not be in the way of the next one.
    client.start().catch((error: unknown) => {
      this.output.error(`The server does not start: ${String(error)}`);
      this.follow(client, State.StartFailed);
    });
  }

  private follow(client: LanguageClient, state: State): void {
    // Of a client that was replaced nobody wants to know.
    if (client !== this.client) {
      return;
    }
    if (state === State.Running) {
      this.enter('running');
    } else if (state === State.Starting) {
      this.enter('starting');
    } else if (state === State.StartFailed) {
      this.enter('failed');
    } else if (this.current !== 'failed') {
      this.enter('stopped');
    }
  }

  /** A client that was replaced is not connected again. */
  private errorHandler(isCurrent: () => boolean): ErrorHandler {
    return {
      error: (_error, _message, count) => ({
        action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
        handled: true,
      }),
      closed: () => {
        if (!isCurrent()) {
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        if (this.crashes.count()) {
          this.output.warn('The server ended by itself and is started again.');
          return { action: CloseAction.Restart, handled: true };
        }
        this.output.error('The server ended by itself too often and is not started again.');
        this.enter('failed');
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private enter(state: ServerState): void {
    if (state !== this.current) {
      this.current = state;
      this.changed.fire(state);
      if (state === 'running') {
        this.started.fire();
      }
    }
  }
}

function sameCommand(one: Found | undefined, other: Found | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
