// Looks for the server in the surroundings that this editor has now.
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import { askVersion } from './asking';
import { find, type Search } from './finding';
import { chosenInterpreter } from './interpreter';
import { places, type Surroundings } from './places';

export const WINDOWS = process.platform === 'win32';

/** `directory` is where programs that are asked start, `installation` where this extension puts its own server. */
export async function search(directory: string, installation: string): Promise<Search> {
  return find(places(await surroundings(installation)), (candidate) => askVersion(candidate, directory));
}

/** What the search depends on, as it is now. */
export async function surroundings(installation: string): Promise<Surroundings> {
  const trusted = vscode.workspace.isTrusted;
  return {
    setting: textSetting('server.path'),
    interpreter: trusted ? await interpreter() : undefined,
    folders: workspaceFolders(),
    path: (process.env['PATH'] ?? '').split(delimiter),
    installation,
    trusted,
    windows: WINDOWS,
    exists: existsSync,
  };
}

/** A setting below `sq` that is a text; empty if somebody wrote something else. */
export function textSetting(name: string): string {
  const value: unknown = vscode.workspace.getConfiguration('sq').get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The folders of the workspace that are on the disk. */
export function workspaceFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/** A Python extension that fails is none. */
async function interpreter(): Promise<string | undefined> {
  try {
    return await chosenInterpreter();
  } catch {
    return undefined;
  }
}
