// How the run of each program is, learned from the hints that the editor asks for anyway.
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import type { Run } from './summary';

export class Runs {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly known = new Map<string, Run>();

  public get onDidChange(): vscode.Event<void> {
    return this.changed.event;
  }

  public of(document: vscode.TextDocument): Run {
    return this.known.get(document.uri.toString()) ?? 'unknown';
  }

  /** Of programs that a server was asked about which is gone nothing is known. */
  public forget(): void {
    this.known.clear();
    this.changed.fire();
  }

  /** Looks at hints on their way to the editor. */
  public readonly middleware: Middleware = {
    provideInlayHints: async (document, range, token, next) => {
      const hints = await next(document, range, token);
      this.learn(document, hints ?? []);
      return hints;
    },
  };

  private learn(document: vscode.TextDocument, hints: readonly vscode.InlayHint[]): void {
    const marks = hints.map(staleness).filter((stale) => stale !== undefined);
    if (marks.length === 0) {
      return;
    }
    const run: Run = marks.includes(true) ? 'stale' : 'current';
    if (this.of(document) !== run) {
      this.known.set(document.uri.toString(), run);
      this.changed.fire();
    }
  }
}

/** Whether a value of a run is of another text; `undefined` for hints that tell no such value. */
function staleness(hint: vscode.InlayHint): boolean | undefined {
  const data: unknown = 'data' in hint ? hint.data : undefined;
  const isMark = typeof data === 'object' && data !== null && 'stale' in data;
  return isMark && typeof data.stale === 'boolean' ? data.stale : undefined;
}
