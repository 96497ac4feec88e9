// Sliders for the constants of a program, and what would come of other values: the text stays as it is until one says so.
import { WorkspaceEdit, workspace } from 'vscode';
import type { Disposable, Uri } from 'vscode';
import { posix } from 'node:path';
import type { ActiveProgram } from './activeProgram';
import { rangeOf } from './highlights';
import { Latest } from './latest';
import type { FromWhatIf, ToWhatIf } from './messages';
import type { Connection, Constant, ProgramParams, WhatIf } from './protocol';
import { WebviewPage } from './webviewPage';

/** Milliseconds without a move of a slider after which the server is asked. */
const PAUSE = 40;

export class WhatIfView implements Disposable {
  private readonly page: WebviewPage<ToWhatIf, FromWhatIf>;
  private readonly listing = new Latest();
  private readonly supposing = new Latest();
  private readonly subscriptions: Disposable[];
  private pause: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly program: ActiveProgram,
    extension: Uri,
  ) {
    this.page = new WebviewPage({ name: 'whatIf', title: 'What if', icon: 'sliders' }, extension);
    this.subscriptions = [
      program.onDidSettle(() => void this.update()),
      this.page.onDidReceive((message) => this.receive(message)),
      this.page.onDidRestore((remembered) => void program.recall(remembered)),
    ];
  }

  show(): void {
    this.page.show();
  }

  dispose(): void {
    clearTimeout(this.pause);
    for (const each of [...this.subscriptions, this.page, this.listing, this.supposing]) each.dispose();
  }

  private receive(message: FromWhatIf): void {
    clearTimeout(this.pause);
    this.supposing.cancel();
    if (message.type === 'ready') void this.update();
    else if (message.type === 'write') void this.write(message.sets);
    else if (Object.keys(message.sets).length > 0) {
      this.pause = setTimeout(() => void this.suppose(message.sets), PAUSE);
    }
  }

  /** The page asks for the values it supposes again whenever it is told the constants. */
  private async update(): Promise<void> {
    if (!this.page.isVisible) return;
    const document = this.program.document;
    if (!document) {
      this.page.send({ type: 'notice', text: 'Open a program (a file whose name ends with .sq) to vary its constants.' });
      return;
    }
    const outcome = await this.listing.ask((token) => this.ask('sq/constants', {}, token));
    if (!outcome) return;
    if ('problem' in outcome) {
      this.page.send({ type: 'notice', text: outcome.problem });
      return;
    }
    const { uri } = document;
    const constants = outcome.answer as readonly Constant[];
    this.page.send({ type: 'constants', program: posix.basename(uri.path), uri: uri.toString(), constants });
  }

  private async suppose(sets: Readonly<Record<string, number>>): Promise<void> {
    const outcome = await this.supposing.ask((token) => this.ask('sq/whatIf', { sets }, token));
    if (!outcome) return;
    if ('problem' in outcome) this.page.send({ type: 'notice', text: outcome.problem });
    else this.page.send({ type: 'answer', answer: outcome.answer as WhatIf });
  }

  /** As an edit that can be undone; the places of the constants are asked for anew. */
  private async write(sets: Readonly<Record<string, number>>): Promise<void> {
    const document = this.program.document;
    const version = document?.version;
    const outcome = await this.listing.ask((token) => this.ask('sq/constants', {}, token));
    if (!document || !outcome || 'problem' in outcome || document.version !== version) return;
    const edit = new WorkspaceEdit();
    for (const { name, literal, range } of outcome.answer as readonly Constant[]) {
      const value = sets[name];
      if (literal && value !== undefined) edit.replace(document.uri, rangeOf(range), String(value));
    }
    await workspace.applyEdit(edit);
  }

  private ask(method: string, extra: object, token: Parameters<Connection['request']>[2]): Promise<unknown> {
    const params: ProgramParams = { textDocument: { uri: this.program.document?.uri.toString() ?? '' } };
    return this.connection.request(method, { ...params, ...extra }, token);
  }
}
