// One page of ours in a column beside the program: its frame, what it may load, and the messages to and from it.
import { randomBytes } from 'node:crypto';
import { EventEmitter, Uri, ViewColumn, window } from 'vscode';
import type { Disposable, Webview, WebviewPanel } from 'vscode';

/** Which page: its scripts and styles are `dist/views/NAME.js` and `.css`. */
export interface PageKind {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
}

/**
 * A page that was hidden is loaded anew when it is seen again, and then says that it is ready. One that was open when
 * the window was closed or loaded anew comes back with what it remembered.
 */
export class WebviewPage<Sent, Received> implements Disposable {
  private panel: WebviewPanel | undefined;
  private readonly received = new EventEmitter<Received>();
  private readonly closed = new EventEmitter<void>();
  private readonly restored = new EventEmitter<unknown>();
  private readonly serializer: Disposable;

  readonly onDidReceive = this.received.event;
  readonly onDidClose = this.closed.event;
  /** With what the page remembered, whatever that is. */
  readonly onDidRestore = this.restored.event;

  constructor(
    private readonly kind: PageKind,
    private readonly extension: Uri,
  ) {
    this.serializer = window.registerWebviewPanelSerializer(this.type, {
      deserializeWebviewPanel: async (panel, state) => {
        this.panel?.dispose();
        this.restored.fire(state);
        this.adopt(panel);
        return Promise.resolve();
      },
    });
  }

  get isVisible(): boolean {
    return this.panel?.visible ?? false;
  }

  show(): void {
    if (this.panel) this.panel.reveal(undefined, true);
    else this.create();
  }

  send(message: Sent): void {
    void this.panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.panel?.dispose();
    for (const each of [this.serializer, this.received, this.closed, this.restored]) each.dispose();
  }

  private get type(): string {
    return `sq.${this.kind.name}`;
  }

  private create(): void {
    const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    this.adopt(window.createWebviewPanel(this.type, this.kind.title, place));
  }

  /** Makes a panel ours, be it new or brought back by the editor. */
  private adopt(panel: WebviewPanel): void {
    const folder = Uri.joinPath(this.extension, 'dist', 'views');
    this.panel = panel;
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder], enableCommandUris: false };
    panel.iconPath = {
      light: Uri.joinPath(this.extension, 'media', `${this.kind.icon}-light.svg`),
      dark: Uri.joinPath(this.extension, 'media', `${this.kind.icon}-dark.svg`),
    };
    panel.webview.onDidReceiveMessage((message: Received) => this.received.fire(message));
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.closed.fire();
    });
    panel.webview.html = frame(panel.webview, folder, this.kind);
  }
}

/** Scripts run by their nonce alone, styles come from our folder alone, and nothing else is loaded. */
function frame(webview: Webview, folder: Uri, kind: PageKind): string {
  const nonce = randomBytes(16).toString('base64url');
  const script = webview.asWebviewUri(Uri.joinPath(folder, `${kind.name}.js`)).toString();
  const style = webview.asWebviewUri(Uri.joinPath(folder, `${kind.name}.css`)).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}">
<title>${kind.title}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main id="main"></main>
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
