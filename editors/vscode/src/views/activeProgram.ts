// The program that views are about: the one edited last, what changes in it, and where its cursor is.
import { EventEmitter, Uri, window, workspace } from 'vscode';
import type { Disposable, Position, TextDocument, TextEditor } from 'vscode';
import { isProgram } from '../programs';
import { inText } from './places';
import type { Edit, Place } from './places';
import type { Connection } from './protocol';

/** Milliseconds without an edit after which views ask again. */
const PAUSE = 120;

export class ActiveProgram implements Disposable {
  private current: TextDocument | undefined;
  private pause: NodeJS.Timeout | undefined;
  private readonly settled = new EventEmitter<void>();
  private readonly edited = new EventEmitter<readonly Edit[]>();
  private readonly movedTo = new EventEmitter<Place>();
  private readonly subscriptions: Disposable[];

  /** Another program, or a pause after edits, or another server: what is shown is to be asked for again. */
  readonly onDidSettle = this.settled.event;
  /** Edits of the program, in the order in which they are to be applied. */
  readonly onDidEdit = this.edited.event;
  /** The cursor has moved in the program. */
  readonly onDidMove = this.movedTo.event;

  constructor(connection: Connection) {
    this.subscriptions = [
      window.onDidChangeActiveTextEditor((editor) => this.turnToEditor(editor)),
      window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const [first] = selections;
        if (textEditor.document === this.current && first) this.movedTo.fire(this.meant(first.active));
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document !== this.current || contentChanges.length === 0) return;
        this.edited.fire(contentChanges);
        this.settleSoon();
      }),
      connection.onDidStart(() => this.settled.fire()),
    ];
    this.turnToEditor(window.activeTextEditor);
  }

  /** Makes another program the one that views are about. */
  turnTo(document: TextDocument): void {
    if (document === this.current) return;
    this.current = document;
    clearTimeout(this.pause);
    this.settled.fire();
  }

  /** Makes the program that a page remembered the one that views are about, if there is none yet. */
  async recall(remembered: unknown): Promise<void> {
    const uri = uriIn(remembered);
    if (uri === undefined) return;
    try {
      const document = await workspace.openTextDocument(Uri.parse(uri, true));
      if (!this.current && isProgram(document)) this.turnTo(document);
    } catch {
      // It has been moved or deleted meanwhile.
    }
  }

  get document(): TextDocument | undefined {
    return this.current?.isClosed ? undefined : this.current;
  }

  /** The editors in which the program is seen. */
  get editors(): readonly TextEditor[] {
    return window.visibleTextEditors.filter((editor) => editor.document === this.current);
  }

  /** The place that the cursor is at, in text rather than in the blanks around it. */
  get cursor(): Place | undefined {
    const [editor] = this.editors;
    return editor && this.meant(editor.selection.active);
  }

  dispose(): void {
    clearTimeout(this.pause);
    for (const each of [...this.subscriptions, this.settled, this.edited, this.movedTo]) each.dispose();
  }

  private turnToEditor(editor: TextEditor | undefined): void {
    if (editor && isProgram(editor.document)) this.turnTo(editor.document);
  }

  private settleSoon(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.settled.fire(), PAUSE);
  }

  private meant(position: Position): Place {
    return inText(this.current?.lineAt(position.line).text ?? '', position);
  }
}

function uriIn(remembered: unknown): string | undefined {
  if (typeof remembered !== 'object' || remembered === null || !('uri' in remembered)) return undefined;
  return typeof remembered.uri === 'string' ? remembered.uri : undefined;
}
