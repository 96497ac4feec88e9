// Processes that a process has started, read from Linux's /proc.
import { readFileSync, readdirSync } from 'node:fs';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly words: readonly string[];
}

/** All descendants of a process that are there now, with the words they were started with. */
export function descendants(ancestor: number): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => read(Number(name)))
    .filter((each) => each !== undefined);
  const found: Process[] = [];
  let parents = new Set([ancestor]);
  while (parents.size > 0) {
    const children = all.filter((each) => parents.has(each.parent));
    found.push(...children);
    parents = new Set(children.map((each) => each.id));
  }
  return found;
}

/** `undefined` for one that has ended meanwhile. */
function read(id: number): Process | undefined {
  try {
    const status = readFileSync(`/proc/${id}/stat`, 'utf8');
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    // The name, in parentheses, may hold anything.
    const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return { id, parent: Number(parent), words };
  } catch {
    return undefined;
  }
}
