// The page's side of the messages: typed, and with what a page remembers while nobody sees it.

interface Host {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Host;

export class HostLink<Sent, Received, State> {
  private readonly host = acquireVsCodeApi();

  /** `receive` is called for each message of the extension; telling it that the page is ready comes last. */
  constructor(receive: (message: Received) => void) {
    window.addEventListener('message', (event: MessageEvent<Received>) => receive(event.data));
  }

  send(message: Sent): void {
    this.host.postMessage(message);
  }

  /** What was remembered when the page was last seen. */
  get state(): State | undefined {
    return this.host.getState() as State | undefined;
  }

  remember(state: State): void {
    this.host.setState(state);
  }
}
