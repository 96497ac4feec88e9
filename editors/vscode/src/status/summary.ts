// What the status item says: the most important of how the server is, what is wrong in the program, and how its run is.
import type { ServerState } from '../server/server';

/** What is known of the program in front. */
export interface Standing {
  readonly server: ServerState;
  readonly trusted: boolean;
  /** Whether programs are run while they are written. */
  readonly tracing: boolean;
  readonly errors: number;
  readonly run: Run;
}

/** `unknown` before values came; `stale` while they belong to another text than the one written. */
export type Run = 'unknown' | 'stale' | 'current';

export interface Summary {
  readonly text: string;
  readonly detail: string;
  readonly severity: 'none' | 'warning' | 'error';
}

const SERVER: Readonly<Record<Exclude<ServerState, 'running'>, Summary>> = {
  stopped: { text: '$(sync~spin) serQ', detail: 'The server is about to start.', severity: 'none' },
  looking: { text: '$(sync~spin) serQ', detail: 'Looking for the server.', severity: 'none' },
  starting: { text: '$(sync~spin) serQ', detail: 'The server starts.', severity: 'none' },
  missing: { text: '$(warning) serQ', detail: 'No server was found.', severity: 'warning' },
  failed: { text: '$(error) serQ', detail: 'The server does not run.', severity: 'error' },
};

export function summary({ server, trusted, tracing, errors, run }: Standing): Summary {
  if (server !== 'running') {
    return SERVER[server];
  }
  if (errors > 0) {
    const values = run === 'unknown' ? '' : ' Values are those of the last text without mistakes.';
    return { text: `$(error) serQ ${errors}`, detail: `${counted(errors, 'mistake')}.${values}`, severity: 'none' };
  }
  if (!trusted) {
    return { text: '$(shield) serQ', detail: 'This folder is not trusted: programs are checked, not run.', severity: 'none' };
  }
  if (!tracing) {
    return { text: '$(check) serQ', detail: 'No mistakes. Programs are not run while they are written.', severity: 'none' };
  }
  if (run === 'stale') {
    return { text: '$(sync~spin) serQ', detail: 'No mistakes. The program runs.', severity: 'none' };
  }
  const detail = run === 'current' ? 'No mistakes. Values are those of the text as it is.' : 'No mistakes.';
  return { text: '$(check) serQ', detail, severity: 'none' };
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
