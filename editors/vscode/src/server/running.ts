// Runs a program whose output the user may want to read, until it ends or is given up.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Running {
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Settings of pip and Python that would lead an installation out of its environment. */
const MISLEADING = new Set(['PIP_USER', 'PIP_TARGET', 'PIP_PREFIX', 'PYTHONHOME', 'PYTHONPATH']);

/** Whether it ended with 0; every line that it printed is logged. */
export function runLogged(command: string, words: readonly string[], directory: string, running: Running): Promise<boolean> {
  running.log(`> ${[command, ...words].join(' ')}`);
  const child = spawn(command, words, {
    cwd: directory,
    env: quietEnvironment(process.env),
    signal: running.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', running.log);
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      running.log(error.message);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

export function quietEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !MISLEADING.has(name.toUpperCase())));
}
