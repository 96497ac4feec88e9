// The timeline of the program beside it: what is chosen in one is lit in the other, and both stay together while one types.
import { Selection, window } from 'vscode';
import type { Disposable, Uri } from 'vscode';
import { posix } from 'node:path';
import type { ActiveProgram } from './activeProgram';
import { Highlights, rangeOf } from './highlights';
import { Latest } from './latest';
import type { FromTimeline, ToTimeline } from './messages';
import { compare, moved, same, smallest } from './places';
import type { Edit, Place, Stretch } from './places';
import type { Connection, ProgramParams, TimelinePreview } from './protocol';
import { WebviewPage } from './webviewPage';

export class TimelineView implements Disposable {
  private readonly page: WebviewPage<ToTimeline, FromTimeline>;
  private readonly highlights = new Highlights();
  private readonly latest = new Latest();
  private readonly subscriptions: Disposable[];
  private places: readonly (readonly [string, readonly Stretch[]])[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly program: ActiveProgram,
    extension: Uri,
  ) {
    this.page = new WebviewPage({ name: 'timeline', title: 'Timeline', icon: 'timeline' }, extension);
    this.subscriptions = [
      program.onDidSettle(() => void this.update()),
      program.onDidEdit((edits) => this.follow(edits)),
      program.onDidMove((place) => this.showInTimeline(place)),
      this.page.onDidReceive((message) => this.receive(message)),
      this.page.onDidRestore((remembered) => void program.recall(remembered)),
      this.page.onDidClose(() => this.highlights.clear(window.visibleTextEditors)),
    ];
  }

  show(): void {
    this.page.show();
  }

  dispose(): void {
    for (const each of [...this.subscriptions, this.page, this.highlights, this.latest]) each.dispose();
  }

  private receive(message: FromTimeline): void {
    if (message.type === 'ready') void this.update();
    else this.showInProgram(message.places, message.go);
  }

  private async update(): Promise<void> {
    if (!this.page.isVisible) return;
    const document = this.program.document;
    if (!document) {
      this.page.send({ type: 'notice', text: 'Open a program (a file whose name ends with .sq) to see its timeline.' });
      return;
    }
    const params: ProgramParams = { textDocument: { uri: document.uri.toString() } };
    const outcome = await this.latest.ask((token) => this.connection.request('sq/timeline', params, token));
    if (!outcome) return;
    if ('problem' in outcome) {
      this.page.send({ type: 'notice', text: outcome.problem });
      return;
    }
    const preview = outcome.answer as TimelinePreview;
    const stale = preview.version !== document.version;
    if (!stale) this.places = preview.places;
    const { uri } = document;
    this.page.send({ type: 'timeline', svg: preview.svg, program: posix.basename(uri.path), uri: uri.toString(), stale });
    if (this.program.cursor) this.showInTimeline(this.program.cursor);
  }

  private follow(edits: readonly Edit[]): void {
    if (!this.page.isVisible) return;
    this.places = this.places.map(([name, stretches]) => [
      name,
      stretches.map((stretch) => edits.reduce(moved, stretch)),
    ]);
    this.page.send({ type: 'stale' });
  }

  private showInTimeline(cursor: Place): void {
    if (!this.page.isVisible) return;
    this.highlights.clear(this.program.editors);
    const found = smallest(
      this.places.flatMap(([, stretches]) => stretches),
      cursor,
    );
    const named = this.places.filter(([, stretches]) => found && stretches.some((each) => same(each, found)));
    this.page.send({ type: 'follow', places: named.map(([name]) => name) });
  }

  private showInProgram(names: readonly string[], go: boolean): void {
    const chosen = this.places.filter(([name]) => names.includes(name)).flatMap(([, stretches]) => stretches);
    const stretches = [...chosen].sort((one, other) => compare(one.start, other.start));
    this.highlights.show(this.program.editors, stretches, true);
    const [first] = stretches;
    const [editor] = this.program.editors;
    if (!go || !first || !editor) return;
    const { start } = rangeOf(first);
    void window.showTextDocument(editor.document, {
      ...(editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
      selection: new Selection(start, start),
    });
  }
}
