// Installs the server from the wheels that this extension carries, into an environment of its own.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask } from './asking';
import { isWithin, onPath, pythonOf, type Surroundings } from './places';
import { runLogged, type Running } from './running';

export interface Installation {
  /** The environment to make; whatever was there before goes. */
  readonly environment: string;
  /** The folder of this extension that holds the wheel of the server, and those of what it needs. */
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

/**
 * Makes the environment. The server is a file that the extension carries, and so is all that it needs, but for what has
 * to be another one for each platform: that may be missing, and is fetched then as pip is configured to.
 */
export async function install(installation: Installation, running: Running): Promise<void> {
  const { environment, start, windows } = installation;
  const wheel = carriedWheel(installation.wheels);
  const [python, ...words] = await suitablePython(installation, running.log);
  rmSync(environment, { recursive: true, force: true });
  if (!(await runLogged(python, [...words, '-m', 'venv', environment], start, running))) {
    throw new InstallationError(`${python} could not make a virtual environment.`);
  }
  const pip = (words: string[]): Promise<boolean> => runLogged(pythonOf(environment, windows), words, start, running);
  if (await pip(pipWords(wheel, ['--no-index']))) {
    return;
  }
  running.signal.throwIfAborted();
  running.log('Not all that is needed is carried for this Python and platform; pip looks for the rest as it is configured to.');
  if (!(await pip(pipWords(wheel)))) {
    rmSync(environment, { recursive: true, force: true });
    throw new InstallationError(
      'sqlang comes with this extension, but not all that it needs for this Python and platform, and pip could not get the rest ' +
        '(the output names it). Without a network pip can take it from a folder (PIP_FIND_LINKS), or sq.server.path can name a server.',
    );
  }
}

/** What pip is asked: this file, with what lies beside it, and nothing that has to be built. */
export function pipWords(wheel: string, more: readonly string[] = []): string[] {
  const manner = ['--disable-pip-version-check', '--no-input', '--progress-bar=off', '--only-binary=:all:'];
  return ['-m', 'pip', 'install', ...manner, ...more, `--find-links=${dirname(wheel)}`, wheel];
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
  const [wheel, ...others] = readdirSync(folder).filter((name) => /^serq_lang-.*\.whl$/.test(name));
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
