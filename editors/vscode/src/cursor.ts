// Tells the server when the cursor comes to another line: values of `set` are shown on that line alone.
import * as vscode from 'vscode';
import { PROGRAMS } from './server/client';
import type { Server } from './server/server';

export function registerCursor(context: vscode.ExtensionContext, server: Server): void {
  let told = '';

  function tell(editor: vscode.TextEditor | undefined): void {
    if (editor === undefined || vscode.languages.match([...PROGRAMS], editor.document) === 0) {
      return;
    }
    const uri = server.uri(editor.document);
    const { line, character } = editor.selection.active;
    const now = `${line} ${uri}`;
    if (now !== told) {
      told = now;
      void server.notify('sq/cursor', { textDocument: { uri }, position: { line, character } });
    }
  }

  context.subscriptions.push(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => tell(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(tell),
    server.onDidChangeState(() => {
      told = '';
      tell(vscode.window.activeTextEditor);
    }),
  );
}
