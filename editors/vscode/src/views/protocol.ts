// The shapes of the server's own methods, as docs/protocol.md tells them: what all views ask for.
import type { CancellationToken, Event } from 'vscode';
import type { Stretch } from './places';

export interface Preview {
  readonly version: number;
  readonly text: string;
  readonly map: readonly (readonly [Stretch, Stretch])[];
}

export interface TimelinePreview extends Preview {
  readonly svg: string;
  /** For each name in a `data-place` of the picture the stretches of the program. */
  readonly places: readonly (readonly [string, readonly Stretch[]])[];
}

export interface Constant {
  readonly name: string;
  readonly value: number | null;
  readonly text: string;
  /** Whether the text is a plain number. */
  readonly literal: boolean;
  readonly range: Stretch;
}

export interface Pair<Value> {
  readonly before: Value;
  readonly after: Value;
}

export interface Figure {
  readonly kind: string;
  readonly subject: string;
  readonly figure: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly difference: number | null;
}

export interface WhatIf {
  readonly version: number;
  readonly iterations: Pair<number>;
  readonly stopped: Pair<{ readonly reason: string; readonly time: number } | null>;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly figures: readonly Figure[];
  readonly parting: { readonly time: number; readonly explanation: string } | null;
}

/** The way to the server, which stays the same when another server is started. */
export interface Connection {
  /** Rejects with a sentence for the user, also while no server is there. */
  request(method: string, params: object, token: CancellationToken): Promise<unknown>;
  /** A server has come to be ready, the first or another one. */
  readonly onDidStart: Event<void>;
}

/** What requests about a program take. */
export interface ProgramParams {
  readonly textDocument: { readonly uri: string };
}
