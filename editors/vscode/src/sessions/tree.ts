// The tree of engines with their iterations and of sessions with what they did; a click leads to the statements behind each.
import * as vscode from 'vscode';
import { isProgram } from '../programs';
import type { Server } from '../server/server';
import { outline, type Entry, type Range, type Timeline } from './outline';

const PAUSE_MS = 300;
const VIEW = 'sq.sessions';
const REVEAL = 'sq.sessions.reveal';

const ICONS: Readonly<Record<string, string>> = {
  iteration: 'layers',
  stage: 'server-process',
  session: 'account',
  prefill: 'arrow-right',
  decode: 'arrow-small-right',
  holding: 'lock',
  waiting: 'watch',
  queued: 'watch',
  requeued: 'history',
  growing: 'expand-all',
};

export function registerSessions(context: vscode.ExtensionContext, server: Server): void {
  const tree = new SessionTree(server);
  context.subscriptions.push(
    tree,
    vscode.commands.registerCommand('sq.sessions.refresh', () => tree.refresh()),
    vscode.commands.registerCommand(REVEAL, reveal),
  );
}

/** An entry of the program that it was made for. */
interface Node {
  readonly entry: Entry;
  readonly program: vscode.Uri;
}

class SessionTree implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: readonly { dispose(): unknown }[];
  private program: vscode.TextDocument | undefined;
  private roots: readonly Node[] = [];
  private asked: vscode.CancellationTokenSource | undefined;
  private timer: NodeJS.Timeout | undefined;

  public constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.changed,
      this.view,
      this.view.onDidChangeVisibility(() => this.soon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.program) {
          this.soon();
        }
      }),
      server.onDidChangeState(() => this.soon()),
    ];
    this.follow(vscode.window.activeTextEditor);
  }

  public get onDidChangeTreeData(): vscode.Event<void> {
    return this.changed.event;
  }

  public getChildren(parent?: Node): Node[] {
    return parent === undefined
      ? [...this.roots]
      : parent.entry.children.map((entry) => ({ entry, program: parent.program }));
  }

  public getTreeItem(node: Node): vscode.TreeItem {
    const { kind, label, description, ranges, children } = node.entry;
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, children.length > 0 ? Collapsed : None);
    item.description = description;
    item.tooltip = description === '' ? label : `${label}\n${description}`;
    item.iconPath = new vscode.ThemeIcon(ICONS[kind] ?? 'circle-small');
    item.accessibilityInformation = { label: `${kind}: ${label}, ${description}` };
    if (ranges.length > 0) {
      item.command = { command: REVEAL, title: 'Show in Program', arguments: [node.program, ranges] };
    }
    return item;
  }

  /** Asks for the timeline of the program; what was shown stays while the program has mistakes. */
  public async refresh(): Promise<void> {
    this.asked?.cancel();
    const program = this.program;
    if (program === undefined || program.isClosed || !this.view.visible || this.server.state !== 'running') {
      return;
    }
    this.asked = new vscode.CancellationTokenSource();
    const { token } = this.asked;
    const params = { textDocument: { uri: this.server.uri(program) } };
    try {
      const timeline = await this.server.request<Timeline>('sq/timeline', params, token);
      if (!token.isCancellationRequested) {
        this.show(program, timeline);
      }
    } catch (error) {
      if (!token.isCancellationRequested) {
        this.roots = [];
        this.tell(sentence(error));
      }
    }
  }

  public dispose(): void {
    clearTimeout(this.timer);
    this.asked?.cancel();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private show(program: vscode.TextDocument, timeline: Timeline): void {
    this.roots = outline(timeline).map((entry) => ({ entry, program: program.uri }));
    this.view.description = vscode.workspace.asRelativePath(program.uri);
    const stale = timeline.version === program.version ? '' : 'As before the last edits.';
    this.tell(this.roots.length === 0 ? 'No session did anything in this run.' : stale);
  }

  private tell(sentence: string): void {
    this.view.message = sentence;
    this.changed.fire();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && editor.document !== this.program && isProgram(editor.document)) {
      this.program = editor.document;
      this.soon();
    }
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), PAUSE_MS);
  }
}

/** What the server says, as a sentence that stands alone. */
function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** Selects the places in the program, in the editor where it is shown already. */
async function reveal(program: vscode.Uri, ranges: readonly Range[]): Promise<void> {
  const document = await vscode.workspace.openTextDocument(program);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Active,
    preserveFocus: true,
  });
  const places = ranges.map(
    ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character),
  );
  const [first] = places;
  if (first !== undefined) {
    editor.selections = places.map((place) => new vscode.Selection(place.start, place.end));
    editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
