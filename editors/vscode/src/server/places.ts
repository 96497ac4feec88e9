// Where a server may be, in the order in which users mean it; nothing of a folder that is not trusted is among it.
import { homedir } from 'node:os';
import * as posix from 'node:path/posix';
import * as win32 from 'node:path/win32';
import type { Place } from './finding';

/** What the places depend on, given by the editor and the system. */
export interface Surroundings {
  /** The setting `sq.server.path`; empty if there is none. */
  readonly setting: string;
  /** The interpreter chosen in the Python extension; `undefined` if that is not installed or has none. */
  readonly interpreter: string | undefined;
  /** The folders of the workspace on the disk. */
  readonly folders: readonly string[];
  /** The directories of `PATH`. */
  readonly path: readonly string[];
  /** Where this extension installs the server that it carries. */
  readonly installation: string;
  readonly trusted: boolean;
  readonly windows: boolean;
  readonly exists: (file: string) => boolean;
}

/** The module is run from where it is installed, never from the directory in which the process starts (`-P`). */
const MODULE = ['-P', '-m', 'sqlang'] as const;

const UNTRUSTED = 'not tried, since this folder is not trusted';

export function places(surroundings: Surroundings): Place[] {
  return [
    ...ofSetting(surroundings),
    ...ofInterpreter(surroundings),
    ...ofFolders(surroundings),
    ...ofPath(surroundings),
    ...ofInstallation(surroundings),
  ];
}

/** The Python of a virtual environment. */
export function pythonOf(environment: string, windows: boolean): string {
  return windows ? win32.join(environment, 'Scripts', 'python.exe') : posix.join(environment, 'bin', 'python');
}

/** Whether a file lies in one of the folders. */
export function isWithin(file: string, folders: readonly string[], windows: boolean): boolean {
  const paths = windows ? win32 : posix;
  return folders.some((folder) => {
    const way = paths.relative(folder, file);
    return !paths.isAbsolute(way) && way !== '..' && !way.startsWith('../') && !way.startsWith('..\\');
  });
}

/** A path with the home of the user written out. */
export function expanded(path: string, home: string = homedir()): string {
  return path === '~' || path.startsWith('~/') || path.startsWith('~\\') ? home + path.slice(1) : path;
}

function ofSetting({ setting }: Surroundings): Place[] {
  const where = 'setting sq.server.path';
  return setting === '' ? [{ where, reason: 'not set' }] : [{ where, command: expanded(setting), words: [] }];
}

function ofInterpreter({ interpreter, trusted }: Surroundings): Place[] {
  const where = 'the interpreter of the Python extension';
  if (!trusted) {
    return [{ where, reason: UNTRUSTED }];
  }
  return interpreter === undefined
    ? [{ where, reason: 'none is chosen, or the extension is not installed' }]
    : [{ where, command: interpreter, words: MODULE }];
}

function ofFolders({ folders, trusted, windows, exists }: Surroundings): Place[] {
  const paths = windows ? win32 : posix;
  return folders.map((folder): Place => {
    const environment = paths.join(folder, '.venv');
    const where = `the folder’s ${environment}`;
    if (!trusted) {
      return { where, reason: UNTRUSTED };
    }
    const command = pythonOf(environment, windows);
    return exists(command) ? { where, command, words: MODULE } : { where, reason: 'is not there' };
  });
}

/** Each `sq` on the path, not only the first: the one of OpenPGP often stands before ours. */
function ofPath(surroundings: Surroundings): Place[] {
  const where = 'PATH';
  const found = ['sq', 'sqlang'].flatMap((name) => onPath(name, surroundings));
  return found.length > 0
    ? found.map((command) => ({ where, command, words: [] }))
    : [{ where, reason: 'has no sq or sqlang' }];
}

/** Every program of a name on the path; without those in folders that are not trusted, or below no fixed place. */
export function onPath(name: string, { path, folders, trusted, windows, exists }: Surroundings): string[] {
  const paths = windows ? win32 : posix;
  const directories = path.filter((each) => paths.isAbsolute(each) && (trusted || !isWithin(each, folders, windows)));
  const files = directories.map((directory) => paths.join(directory, windows ? `${name}.exe` : name));
  return [...new Set(files)].filter(exists);
}

function ofInstallation({ installation, windows, exists }: Surroundings): Place[] {
  const where = 'the server that comes with this extension';
  const command = pythonOf(installation, windows);
  return [exists(command) ? { where, command, words: MODULE } : { where, reason: 'is not installed' }];
}
