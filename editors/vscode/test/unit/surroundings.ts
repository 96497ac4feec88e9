// The surroundings of a search on a system where nothing is installed, but for what a test says.
import { existsSync } from 'node:fs';
import type { Surroundings } from '../../src/server/places';

export function surroundings(what: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: '',
    interpreter: undefined,
    folders: [],
    path: [],
    installation: '/nowhere/server',
    trusted: true,
    windows: false,
    exists: existsSync,
    ...what,
  };
}
