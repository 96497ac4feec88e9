// The interpreter that is chosen in Microsoft's Python extension, through the part of its API that is needed here.
import * as vscode from 'vscode';

interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

async function api(): Promise<PythonApi | undefined> {
  const extension = vscode.extensions.getExtension<Partial<PythonApi>>('ms-python.python');
  if (extension === undefined) {
    return undefined;
  }
  const exported = extension.isActive ? extension.exports : await extension.activate();
  return exported.environments === undefined ? undefined : { environments: exported.environments };
}

/** The path of the interpreter; `undefined` without the extension, or if nothing is chosen. */
export async function chosenInterpreter(): Promise<string | undefined> {
  const python = await api();
  const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (python === undefined) {
    return undefined;
  }
  const chosen = python.environments.getActiveEnvironmentPath(resource);
  return (await python.environments.resolveEnvironment(chosen))?.executable.uri?.fsPath;
}

/** Calls back when another interpreter is chosen. */
export async function onDidChooseInterpreter(listener: () => void): Promise<vscode.Disposable> {
  const python = await api();
  return python?.environments.onDidChangeActiveEnvironmentPath(listener) ?? new vscode.Disposable(() => undefined);
}
