// Which stretches of a text a position is about, also after edits: plain arithmetic, without an editor.

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Stretch {
  readonly start: Place;
  readonly end: Place;
}

/** An edit: a stretch that was replaced by a text. */
export interface Edit {
  readonly range: Stretch;
  readonly text: string;
}

/** Negative, 0 or positive, as the first comes before the second or not. */
export function compare(first: Place, second: Place): number {
  return first.line - second.line || first.character - second.character;
}

/** Whether a place is in a stretch, its end included. */
export function holds(stretch: Stretch, place: Place): boolean {
  return compare(stretch.start, place) <= 0 && compare(place, stretch.end) <= 0;
}

/** Whether one stretch is within another. */
export function within(inner: Stretch, outer: Stretch): boolean {
  return compare(outer.start, inner.start) <= 0 && compare(inner.end, outer.end) <= 0;
}

/** Whether two stretches are the same. */
export function same(first: Stretch, second: Stretch): boolean {
  return compare(first.start, second.start) === 0 && compare(first.end, second.end) === 0;
}

/** The smallest of the stretches around a place: the last found that no other one is within. */
export function smallest(stretches: Iterable<Stretch>, place: Place): Stretch | undefined {
  let found: Stretch | undefined;
  for (const stretch of stretches) {
    if (holds(stretch, place) && (!found || within(stretch, found))) found = stretch;
  }
  return found;
}

/** The place in a line that a cursor in the blanks around its text is about. */
export function inText(line: string, place: Place): Place {
  const first = line.length - line.trimStart().length;
  const last = Math.max(line.trimEnd().length - 1, first);
  return { line: place.line, character: Math.min(Math.max(place.character, first), last) };
}

/** Where a stretch is after an edit; one that was edited inside grows or shrinks with it. */
export function moved(stretch: Stretch, edit: Edit): Stretch {
  return { start: movedPlace(stretch.start, edit, true), end: movedPlace(stretch.end, edit, false) };
}

function movedPlace(place: Place, edit: Edit, isStart: boolean): Place {
  const { start, end } = edit.range;
  const order = compare(place, end);
  if (compare(place, start) < 0 || (compare(place, start) === 0 && !isStart)) return place;
  const lines = edit.text.split(/\r\n|\r|\n/);
  const last = lines[lines.length - 1] ?? '';
  const line = start.line + lines.length - 1;
  const character = (lines.length === 1 ? start.character : 0) + last.length;
  if (order < 0) return isStart ? start : { line, character };
  if (place.line !== end.line) return { line: place.line + line - end.line, character: place.character };
  return { line, character: character + place.character - end.character };
}
