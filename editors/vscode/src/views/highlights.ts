// Stretches of a text that light up because something beside it is pointed at.
import { OverviewRulerLane, Range, TextEditorRevealType, ThemeColor, window } from 'vscode';
import type { Disposable, TextEditor } from 'vscode';
import type { Stretch } from './places';

export class Highlights implements Disposable {
  private readonly decoration = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('editor.findMatchHighlightBackground'),
    borderRadius: '3px',
    overviewRulerColor: new ThemeColor('editorOverviewRuler.findMatchForeground'),
    overviewRulerLane: OverviewRulerLane.Center,
  });

  /** Lights up these stretches and no others; `reveal` moves the first of them into view. */
  show(editors: readonly TextEditor[], stretches: readonly Stretch[], reveal: boolean): void {
    const ranges = stretches.map(rangeOf);
    const [first] = ranges;
    for (const editor of editors) {
      editor.setDecorations(this.decoration, ranges);
      if (first && reveal) editor.revealRange(first, TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  clear(editors: readonly TextEditor[]): void {
    for (const editor of editors) editor.setDecorations(this.decoration, []);
  }

  dispose(): void {
    this.decoration.dispose();
  }
}

export function rangeOf({ start, end }: Stretch): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
