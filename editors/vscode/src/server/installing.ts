// Installs the server from the wheel that this extension carries, into an environment of its own.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './asking';
import { isWithin, onPath, pythonOf, type Surroundings } from './places';
import { runLogged, type Running } from './running';

export interface Installation {
  /** The environment to make; whatever was there before goes. */
  readonly environment: string;
  /** The folder of this extension that holds the one wheel. */
  readonly wheels: string;
  /** Where processes start. */
  readonly start: string;
  /** Commands that may be a Python, best first. */
  readonly pythons: readonly (readonly string[])[];
  readonly windows: boolean;
}

/** What went wrong, in a sentence for the user; the log has the rest. */
export class InstallationError extends Error {}

/** What a Python must have: our version, and what makes environments, which Debian packages separately. */
const QUESTION = 'import sys, venv, ensurepip; print("yes" if sys.version_info >= (3, 11) else sys.version.split()[0])';

/** Makes the environment. The wheel is a file; what it depends on is fetched as pip is configured to. */
export async function install(installation: Installation, running: Running): Promise<void> {
  const { environment, start, windows } = installation;
  const wheel = carriedWheel(installation.wheels);
  const [python, ...words] = await suitablePython(installation, running.log);
  rmSync(environment, { recursive: true, force: true });
  if (!(await runLogged(python, [...words, '-m', 'venv', environment], start, running))) {
    throw new InstallationError(`${python} could not make a virtual environment.`);
  }
  if (!(await runLogged(pythonOf(environment, windows), pipWords(wheel), start, running))) {
    rmSync(environment, { recursive: true, force: true });
    throw new InstallationError(
      'sqlang itself comes with this extension, but pip could not get the packages that it needs (pygls, lark, and others). ' +
        'Without a network pip can take them from a folder (PIP_FIND_LINKS), or sq.server.path can name a server.',
    );
  }
}

/** What pip is asked: this file, and of what it needs nothing that has to be built. */
export function pipWords(wheel: string): string[] {
  return ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--progress-bar=off', '--only-binary=:all:', wheel];
}

/**
 * Where a Python may be, best first: the user's setting, that of the Python extension, those on the path. None of a
 * folder of the workspace, whose environments come and go.
 */
export function pythonCommands(setting: string, surroundings: Surroundings): string[][] {
  const { interpreter, folders, trusted, windows } = surroundings;
  const versions = ['3.14', '3.13', '3.12', '3.11'];
  const names = windows ? ['python'] : ['python3', 'python', ...versions.map((version) => `python${version}`)];
  const elsewhere = { ...surroundings, trusted: false };
  const launchers = windows ? onPath('py', elsewhere) : [];
  return [
    ...(setting === '' ? [] : [[setting]]),
    ...(interpreter === undefined || !trusted || isWithin(interpreter, folders, windows) ? [] : [[interpreter]]),
    ...names.flatMap((name) => onPath(name, elsewhere)).map((command) => [command]),
    ...launchers.flatMap((launcher) => versions.map((version) => [launcher, `-${version}`])),
  ];
}

function carriedWheel(folder: string): string {
  const [wheel, ...others] = readdirSync(folder).filter((name) => name.endsWith('.whl'));
  if (wheel === undefined || others.length > 0) {
    throw new InstallationError('This build of the extension carries no server.');
  }
  return join(folder, wheel);
}

type Command = readonly [string, ...string[]];

async function suitablePython({ pythons, start }: Installation, log: (line: string) => void): Promise<Command> {
  for (const [command, ...words] of pythons) {
    if (command === undefined) {
      continue;
    }
    const answer = await ask(command, [...words, '-c', QUESTION], start);
    if ('text' in answer && answer.text === 'yes') {
      return [command, ...words];
    }
    log(`${[command, ...words].join(' ')}: ${'text' in answer ? `is Python ${answer.text}` : answer.problem}`);
  }
  throw new InstallationError('No Python of version 3.11 or later with venv was found; sq.server.python can name one.');
}
