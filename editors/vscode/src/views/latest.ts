// One question at a time: a newer one cancels the one that is not answered yet, whose answer nobody wants.
import { CancellationTokenSource } from 'vscode';
import type { CancellationToken, Disposable } from 'vscode';

/** What came of a question; `undefined` stands for one whose place a newer one took. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly problem: string } | undefined;

/** RequestCancelled, ContentModified, ServerCancelled: the question has become pointless, which is nobody's mistake. */
const CANCELLED: ReadonlySet<unknown> = new Set([-32800, -32801, -32802]);

export class Latest implements Disposable {
  private running: CancellationTokenSource | undefined;

  /** Asks; never rejects. A problem is a sentence for the user. */
  async ask<Answer>(question: (token: CancellationToken) => Promise<Answer>): Promise<Outcome<Answer>> {
    this.cancel();
    const own = new CancellationTokenSource();
    this.running = own;
    try {
      const answer = await question(own.token);
      return this.running === own ? { answer } : undefined;
    } catch (error) {
      return this.running === own && !isCancelled(error) ? { problem: sentence(error) } : undefined;
    } finally {
      if (this.running === own) this.running = undefined;
      own.dispose();
    }
  }

  cancel(): void {
    const running = this.running;
    this.running = undefined;
    running?.cancel();
  }

  dispose(): void {
    this.cancel();
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CANCELLED.has(error.code);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
