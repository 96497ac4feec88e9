// What the status item says: the most important of how the server is, what is wrong in the program, and how its run is.
import type { RunState } from '../server/runStates';
import type { ServerState } from '../server/server';

/** What is known of the program in front. */
export interface Standing {
  readonly server: ServerState;
  readonly trusted: boolean;
  readonly errors: number;
  /** `undefined` while the server has told nothing of the text as it is. */
  readonly run: Run | undefined;
}

/** `message` is a sentence for the user. */
export interface Run {
  readonly state: RunState;
  readonly message: string;
}

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

const ICONS: Readonly<Record<RunState, string>> = {
  running: 'sync~spin',
  ended: 'check',
  stopped: 'watch',
  failed: 'error',
  mistakes: 'error',
  nothing: 'check',
  off: 'circle-slash',
};

export function summary({ server, trusted, errors, run }: Standing): Summary {
  if (server !== 'running') {
    return SERVER[server];
  }
  if (errors > 0) {
    const more = run === undefined ? '' : ` ${run.message}`;
    return { text: `$(error) serQ ${errors}`, detail: `${counted(errors, 'mistake')}.${more}`, severity: 'none' };
  }
  if (!trusted) {
    return { text: '$(shield) serQ', detail: 'This folder is not trusted: programs are checked, not run.', severity: 'none' };
  }
  if (run === undefined) {
    return { text: '$(circle-outline) serQ', detail: 'No mistakes. Nothing is known of the run yet.', severity: 'none' };
  }
  return { text: `$(${ICONS[run.state]}) serQ`, detail: run.message, severity: 'none' };
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
