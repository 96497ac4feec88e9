// How the run of each program is, as the server tells it (`sq/runState`).
import * as vscode from 'vscode';
import type { Server } from '../server/server';
import type { Run } from './summary';

export class Runs implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly told = new Map<string, { readonly version: number; readonly run: Run }>();
  private readonly subscriptions: vscode.Disposable[];

  public constructor(server: Server) {
    this.subscriptions = [
      server.onDidTellRun(({ uri, version, state, message }) => {
        this.told.set(uri.toString(), { version, run: { state, message } });
        this.changed.fire();
      }),
      // Of programs that a server was asked about which is gone nothing is known.
      server.onDidChangeState((state) => {
        if (state !== 'running') {
          this.told.clear();
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.told.delete(uri.toString())),
    ];
  }

  public get onDidChange(): vscode.Event<void> {
    return this.changed.event;
  }

  /** Of the text as it is; `undefined` while nothing was told of that. */
  public of(document: vscode.TextDocument): Run | undefined {
    const told = this.told.get(document.uri.toString());
    return told?.version === document.version ? told.run : undefined;
  }

  public dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }
}
