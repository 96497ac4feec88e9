// Finds the server: tries candidates in order, takes the first that says it is sqlang, and keeps what each one said.

/** A way to call `sq`: the words before its own arguments, and where it was looked for. */
export interface Candidate {
  readonly where: string;
  readonly command: string;
  readonly words: readonly string[];
}

/** A place where nothing was tried, and why. */
export interface Passed {
  readonly where: string;
  readonly reason: string;
}

export type Place = Candidate | Passed;

/** What a candidate printed for `--version`, or why it could not. */
export type Answer = { readonly version: string } | { readonly problem: string };

export interface Tried {
  readonly where: string;
  readonly command?: string;
  readonly outcome: string;
}

export interface Found {
  readonly candidate: Candidate;
  readonly version: string;
}

export interface Search {
  readonly found: Found | undefined;
  readonly tried: readonly Tried[];
}

/** Debian has an OpenPGP tool called `sq`: only this beginning tells that it is ours. */
const BEGINNING = 'sqlang ';

/** The first candidate that is ours. One after another, since what comes first is what the user wants most. */
export async function find(places: Iterable<Place>, ask: (candidate: Candidate) => Promise<Answer>): Promise<Search> {
  const tried: Tried[] = [];
  for (const place of places) {
    if ('reason' in place) {
      tried.push({ where: place.where, outcome: place.reason });
      continue;
    }
    const answer = await ask(place);
    const command = [place.command, ...place.words].join(' ');
    if ('version' in answer && answer.version.startsWith(BEGINNING)) {
      tried.push({ where: place.where, command, outcome: answer.version });
      return { found: { candidate: place, version: answer.version }, tried };
    }
    const outcome = 'problem' in answer ? answer.problem : `is something else: it says “${shortened(answer.version)}”`;
    tried.push({ where: place.where, command, outcome });
  }
  return { found: undefined, tried };
}

/** What was tried, a line each. */
export function report(tried: readonly Tried[]): string[] {
  return tried.map(({ where, command, outcome }) => `${where}: ${command === undefined ? '' : `${command}: `}${outcome}`);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
