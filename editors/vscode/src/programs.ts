// Which program a command is about: the one it names, else the one in front of the user, else one that is open.
import * as vscode from 'vscode';
import { PROGRAMS } from './server/client';

/** Whether a document is one the server knows. */
export function isProgram(document: vscode.TextDocument): boolean {
  return vscode.languages.match([...PROGRAMS], document) > 0;
}

/** The program in front of the user, or seen beside what else has the keys, as a view or the walkthrough. */
export function programInView(): vscode.TextDocument | undefined {
  const active = vscode.window.activeTextEditor;
  const candidates = active === undefined ? vscode.window.visibleTextEditors : [active];
  return candidates.map(({ document }) => document).find(isProgram);
}

/** The program of a URI that a lens, a menu or nobody gave; opened, so that the server knows it. */
export async function programOf(given: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = given instanceof vscode.Uri ? given : typeof given === 'string' ? vscode.Uri.parse(given, true) : undefined;
  if (uri !== undefined) {
    return vscode.workspace.openTextDocument(programUri(uri));
  }
  const active = vscode.window.activeTextEditor?.document;
  if (active === undefined) {
    return programInView() ?? vscode.workspace.textDocuments.filter(isProgram).at(-1);
  }
  if (isProgram(active)) {
    return active;
  }
  const previewed = programUri(active.uri);
  return previewed === active.uri ? undefined : vscode.workspace.openTextDocument(previewed);
}

/** The program of which something is a preview; itself if it is none. */
function programUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme.startsWith('sq-') && uri.query !== '' ? vscode.Uri.parse(uri.query, true) : uri;
}
