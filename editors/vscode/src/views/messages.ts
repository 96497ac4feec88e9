// What pages and the extension tell each other: the one description of it, for both sides.
import type { Constant, WhatIf } from './protocol';

/** A page has loaded, and knows nothing yet. */
interface Ready {
  readonly type: 'ready';
}

/** In place of what a page would show, or above the last that it could. */
interface Notice {
  readonly type: 'notice';
  readonly text: string;
}

/** Which program something is of. A page remembers `uri`, under this name, to be brought back with it. */
interface Shown {
  readonly program: string;
  readonly uri: string;
}

export type ToTimeline =
  | Notice
  | ({ readonly type: 'timeline'; readonly svg: string; readonly stale: boolean } & Shown)
  /** The text is being written: what is shown is that of a moment ago. */
  | { readonly type: 'stale' }
  /** The cursor is in a part of the program that these names in `data-place` stand for. */
  | { readonly type: 'follow'; readonly places: readonly string[] };

export type FromTimeline =
  | Ready
  /** What these names stand for is to be lit in the program; with `go` the cursor goes there. */
  | { readonly type: 'choose'; readonly places: readonly string[]; readonly go: boolean };

export type ToWhatIf =
  | Notice
  | ({ readonly type: 'constants'; readonly constants: readonly Constant[] } & Shown)
  | { readonly type: 'answer'; readonly answer: WhatIf };

export type FromWhatIf =
  | Ready
  | { readonly type: 'suppose'; readonly sets: Readonly<Record<string, number>> }
  /** The values are to be written into the program. */
  | { readonly type: 'write'; readonly sets: Readonly<Record<string, number>> };
