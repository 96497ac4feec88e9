// `sq/runState`: how the run of a program is. The server tells it to clients that ask for it, since it is not in the protocol.
import type { Uri } from 'vscode';
import type { ClientCapabilities, LanguageClient, StaticFeature } from 'vscode-languageclient/node';

/** As docs/protocol.md tells them. */
export type RunState = 'running' | 'ended' | 'stopped' | 'failed' | 'mistakes' | 'nothing' | 'off';

/** How the run of a version of a program is, with a sentence for the user. */
export interface ToldRun {
  readonly uri: Uri;
  readonly version: number;
  readonly state: RunState;
  readonly message: string;
}

interface RunStateParams {
  readonly textDocument: { readonly uri: string; readonly version: number };
  readonly state: RunState;
  readonly message: string;
}

const ASKING: StaticFeature = {
  fillClientCapabilities: (capabilities: ClientCapabilities) => {
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), sqRunState: true };
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};

/** Asks a client's server, which is not started yet, for the states of runs. */
export function listenForRuns(client: LanguageClient, told: (run: ToldRun) => void): void {
  client.registerFeature(ASKING);
  client.onNotification('sq/runState', ({ textDocument: { uri, version }, state, message }: RunStateParams) => {
    told({ uri: client.protocol2CodeConverter.asUri(uri), version, state, message });
  });
}
