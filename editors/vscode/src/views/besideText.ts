// The IR of a program as a text beside it, in which the same place is lit as in the program, both ways.
import { EventEmitter, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Disposable, TextDocumentContentProvider, TextEditor } from 'vscode';
import type { ActiveProgram } from './activeProgram';
import { Highlights } from './highlights';
import { Latest } from './latest';
import { compare, moved, same, smallest } from './places';
import type { Edit, Place, Stretch } from './places';
import type { Connection, ProgramParams, Preview } from './protocol';

const SCHEME = 'sq-beside';

export class BesideText implements Disposable, TextDocumentContentProvider {
  private readonly changed = new EventEmitter<Uri>();
  private readonly highlights = new Highlights();
  private readonly latest = new Latest();
  private readonly subscriptions: Disposable[];
  private text = '';
  private pairs: readonly (readonly [Stretch, Stretch])[] = [];
  private readonly uri = Uri.from({ scheme: SCHEME, path: '/IR.json' });

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly program: ActiveProgram,
  ) {
    this.subscriptions = [
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      program.onDidSettle(() => void this.update()),
      program.onDidEdit((edits) => this.follow(edits)),
      program.onDidMove((place) => this.showIr(place)),
      window.onDidChangeTextEditorSelection(({ textEditor, selections: [selection] }) => {
        if (this.isOurs(textEditor) && selection) this.showSource(selection.active);
      }),
      window.onDidChangeVisibleTextEditors((editors) => {
        if (!editors.some((each) => this.isOurs(each))) this.highlights.clear(editors);
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.uri.toString() && program.cursor) this.showIr(program.cursor);
      }),
    ];
  }

  /** Opens the text in a column beside the program, or updates the one that is open. */
  async show(): Promise<void> {
    const problem = await this.ask();
    if (problem) {
      void window.showWarningMessage(`serQ: ${problem}`);
      return;
    }
    const document = await workspace.openTextDocument(this.uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
    if (this.program.cursor) this.showIr(this.program.cursor);
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  dispose(): void {
    for (const each of [...this.subscriptions, this.changed, this.highlights, this.latest]) each.dispose();
  }

  /** As the program is written; a program with errors keeps the last text that there was. */
  private async update(): Promise<void> {
    if (this.editors.length > 0) await this.ask();
  }

  private async ask(): Promise<string | undefined> {
    const document = this.program.document;
    if (!document) return 'open a program first (a file whose name ends with .sq)';
    const params: ProgramParams = { textDocument: { uri: document.uri.toString() } };
    const outcome = await this.latest.ask((token) => this.connection.request('sq/ir', params, token));
    if (!outcome) return undefined;
    if ('problem' in outcome) return outcome.problem;
    const preview = outcome.answer as Preview;
    if (preview.version === document.version || preview.text !== this.text) this.pairs = preview.map;
    this.text = preview.text;
    this.changed.fire(this.uri);
    return undefined;
  }

  private get editors(): readonly TextEditor[] {
    return window.visibleTextEditors.filter((each) => this.isOurs(each));
  }

  private isOurs(editor: TextEditor): boolean {
    return editor.document.uri.scheme === SCHEME;
  }

  private follow(edits: readonly Edit[]): void {
    this.pairs = this.pairs.map(([source, target]) => [edits.reduce(moved, source), target]);
  }

  private showIr(cursor: Place): void {
    const found = smallest(sides(this.pairs, 0), cursor);
    const targets = this.pairs.filter(([source]) => found && same(source, found)).map(([, target]) => target);
    this.light(found ? [found] : [], targets, 'ir');
  }

  private showSource(cursor: Place): void {
    const found = smallest(sides(this.pairs, 1), cursor);
    const sources = this.pairs.filter(([, target]) => found && same(target, found)).map(([source]) => source);
    this.light(sources, found ? [found] : [], 'program');
  }

  /** Only the side that the cursor is not in is moved: in its own the user has the place in view. */
  private light(sources: readonly Stretch[], targets: readonly Stretch[], moving: 'ir' | 'program'): void {
    if (this.editors.length === 0) return;
    const sorted = [...targets].sort((one, other) => compare(one.start, other.start));
    this.highlights.show(this.program.editors, sources, moving === 'program');
    this.highlights.show(this.editors, sorted, moving === 'ir');
  }
}

function* sides(pairs: readonly (readonly [Stretch, Stretch])[], side: 0 | 1): Iterable<Stretch> {
  for (const pair of pairs) yield pair[side];
}
