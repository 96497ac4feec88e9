// All views of a program, bound to their commands: the one thing that the extension has to know of them.
import { EventEmitter, commands } from 'vscode';
import type { ExtensionContext } from 'vscode';
import type { Server } from '../server/server';
import { ActiveProgram } from './activeProgram';
import { BesideText } from './besideText';
import type { Connection } from './protocol';
import { TimelineView } from './timelineView';
import { WhatIfView } from './whatIfView';

/** Views ask the server only while they are seen. */
export function registerViews(context: ExtensionContext, server: Server): void {
  const started = new EventEmitter<void>();
  const connection: Connection = {
    request: (method, params, token) => server.request(method, params, token),
    onDidStart: started.event,
  };
  const program = new ActiveProgram(connection);
  const timeline = new TimelineView(connection, program, context.extensionUri);
  const ir = new BesideText(connection, program);
  const whatIf = new WhatIfView(connection, program, context.extensionUri);
  context.subscriptions.push(
    started,
    server.onDidChangeState((state) => {
      if (state === 'running') started.fire();
    }),
    program,
    timeline,
    ir,
    whatIf,
    commands.registerCommand('sq.showTimeline', () => timeline.show()),
    commands.registerCommand('sq.showIr', () => ir.show()),
    commands.registerCommand('sq.showWhatIf', () => whatIf.show()),
  );
}
