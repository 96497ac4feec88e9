// Asks what a program is to be compared with: itself without some lines, with another value of a `let`, or another one.
import * as vscode from 'vscode';
import { isProgram } from './programs';

/** The argument of the server's command `sq.compare`. */
export interface Comparison {
  readonly uri: string;
  readonly without?: string;
  readonly sets?: Readonly<Record<string, string>>;
  readonly with?: string;
}

interface Kind extends vscode.QuickPickItem {
  readonly ask: () => Promise<Omit<Comparison, 'uri'> | undefined>;
}

/** `undefined` if the user thinks better of it. */
export async function askComparison(uri: string): Promise<Comparison | undefined> {
  const kinds: Kind[] = [
    { label: 'Without Some Lines…', description: 'what these clauses do', ask: askLines },
    { label: 'With Another Value…', description: 'of a let', ask: askValue },
    { label: 'With Another Program…', description: 'a file', ask: askProgram },
  ];
  const kind = await vscode.window.showQuickPick(kinds, { title: 'Compare This Program' });
  const change = await kind?.ask();
  return change === undefined ? undefined : { uri, ...change };
}

async function askLines(): Promise<Omit<Comparison, 'uri'> | undefined> {
  const lines = await vscode.window.showInputBox({
    title: 'Which lines to leave out',
    value: selectedLines() ?? '',
    placeHolder: '12 or 12-14',
    validateInput: (text) => (/^\s*\d+\s*(-\s*\d+\s*)?$/.test(text) ? undefined : 'A line, or two with - between them.'),
  });
  return lines === undefined ? undefined : { without: lines };
}

/** The lines of the selection, counted from 1. */
function selectedLines(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isProgram(editor.document)) {
    return undefined;
  }
  const { start, end } = editor.selection;
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return start.line === last ? `${start.line + 1}` : `${start.line + 1}-${last + 1}`;
}

async function askValue(): Promise<Omit<Comparison, 'uri'> | undefined> {
  const given = await vscode.window.showInputBox({
    title: 'Another value of a let',
    placeHolder: 'chunk = 8',
    validateInput: (text) => (assignment(text) === undefined ? 'A name, =, and a value.' : undefined),
  });
  const parts = given === undefined ? undefined : assignment(given);
  return parts === undefined ? undefined : { sets: { [parts.name]: parts.value } };
}

function assignment(text: string): { name: string; value: string } | undefined {
  const parts = /^\s*([\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*)\s*=\s*(\S.*?)\s*$/u.exec(text);
  const [, name, value] = parts ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

async function askProgram(): Promise<Omit<Comparison, 'uri'> | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({ title: 'The Other Program', filters: { serQ: ['sq'] }, openLabel: 'Compare' })) ?? [];
  return file === undefined ? undefined : { with: file.toString() };
}
