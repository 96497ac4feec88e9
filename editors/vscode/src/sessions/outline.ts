// From a timeline, which is lines of text with what each is about, to a tree: engines with their iterations, sessions with what they did.

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** What the server's `sq/timeline` gives, as far as it is read here (docs/protocol.md). */
export interface Timeline {
  readonly version: number;
  readonly text: string;
  readonly items: readonly TimelineItem[];
}

export interface TimelineItem {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly ranges: readonly Range[];
}

export interface Entry {
  readonly kind: string;
  readonly label: string;
  readonly description: string;
  /** The stretches of the program that it comes from. */
  readonly ranges: readonly Range[];
  readonly children: readonly Entry[];
}

/** The kinds that stand for themselves at the top, if there is something below them. */
const TOP = new Set(['stage', 'session']);

/** Heads begin their lines; what belongs to one follows it, indented. */
export function outline(timeline: Timeline): Entry[] {
  const lines = timeline.text.split('\n');
  const groups: { head: TimelineItem; members: TimelineItem[] }[] = [];
  for (const item of timeline.items) {
    if (isIndented(lines[item.line])) {
      groups.at(-1)?.members.push(item);
    } else {
      groups.push({ head: item, members: [] });
    }
  }
  return groups
    .filter(({ head, members }) => TOP.has(head.kind) && members.length > 0)
    .map(({ head, members }) => ({
      ...heading(head, lines[head.line] ?? ''),
      children: members.map((each) => stretch(each, lines[each.line] ?? '')),
    }));
}

function isIndented(line: string | undefined): boolean {
  return line?.startsWith(' ') ?? false;
}

/** `session 0: arrived 0, ended 4` */
function heading({ kind, ranges }: TimelineItem, line: string): Omit<Entry, 'children'> {
  const colon = line.indexOf(': ');
  const label = colon < 0 ? line : line.slice(0, colon);
  return { kind, ranges, label, description: colon < 0 ? '' : line.slice(colon + 2) };
}

/** `0 … 1           0:p2  | used 2` */
function stretch({ kind, ranges }: TimelineItem, line: string): Entry {
  const [, time, told] = /^\s*(\S+ … \S+)\s+(.*)$/.exec(line) ?? [];
  const [label = '', ...notes] = (told ?? line).split('|').map((each) => each.trim());
  const description = [time, ...notes].filter((each) => each !== undefined && each !== '').join(' · ');
  return { kind, ranges, label, description, children: [] };
}
