// Which program a command is about: the one it names, else the one in front of the user, else one that is open.
import * as vscode from 'vscode';
import { PROGRAMS } from './server/client';

/** Whether a document is one the server knows. */
export function isProgram(document: vscode.TextDocument): boolean {
  return vscode.languages.match([...PROGRAMS], document) > 0;
}

/** The program of a URI that a lens, a menu or nobody gave; opened, so that the server knows it. */
export async function programOf(given: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = given instanceof vscode.Uri ? given : typeof given === 'string' ? vscode.Uri.parse(given, true) : undefined;
  if (uri !== undefined) {
    return vscode.workspace.openTextDocument(programUri(uri));
  }
  const active = vscode.window.activeTextEditor?.document;
  if (active === undefined) {
    return openProgram();
  }
  if (isProgram(active)) {
    return active;
  }
  const previewed = programUri(active.uri);
  return previewed === active.uri ? undefined : vscode.workspace.openTextDocument(previewed);
}

/** When something else than a text has the keys, as the walkthrough: the program seen beside it, or the last that was opened. */
function openProgram(): vscode.TextDocument | undefined {
  const seen = vscode.window.visibleTextEditors.map(({ document }) => document);
  return seen.find(isProgram) ?? vscode.workspace.textDocuments.filter(isProgram).at(-1);
}

/** The program of which something is a preview; itself if it is none. */
function programUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme.startsWith('sq-') && uri.query !== '' ? vscode.Uri.parse(uri.query, true) : uri;
}
