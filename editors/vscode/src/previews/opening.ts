// Shows what the server makes of a program beside it, in the same place again if it is there already.
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** The kinds of previews, and how the name of each ends; the server reads and refreshes them. */
const ENDINGS = {
  'sq-ir': '.json',
  'sq-trace': '.trace.sq',
  'sq-report': '.report.txt',
  'sq-timeline': '.timeline.txt',
  'sq-compare': '.compare.txt',
} as const;

export type PreviewScheme = keyof typeof ENDINGS;

/** The URI of a preview of a program that the server knows by `program`. */
export function previewUri(scheme: PreviewScheme, program: string): vscode.Uri {
  const name = vscode.Uri.parse(program).path.split('/').at(-1) ?? '';
  return vscode.Uri.from({ scheme, path: `/${name}${ENDINGS[scheme]}`, query: program });
}

export async function showPreview(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.Beside;
  return vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
}

/** The server asks to show a preview after a command: beside the program, not in its place. */
export const showingBeside: Middleware = {
  window: {
    showDocument: async (params, token, next) => {
      const uri = vscode.Uri.parse(params.uri);
      if (!(uri.scheme in ENDINGS)) {
        return next(params, token);
      }
      await showPreview(uri);
      return { success: true };
    },
  },
};
