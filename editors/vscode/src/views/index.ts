// All views of a program, bound to their commands: the one thing that the extension has to know of them.
import { commands } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { ActiveProgram } from './activeProgram';
import { BesideText } from './besideText';
import type { Connection } from './protocol';
import { TimelineView } from './timelineView';
import { WhatIfView } from './whatIfView';

export type { Connection } from './protocol';

/** Views ask the server only while they are seen. */
export function registerViews(context: ExtensionContext, connection: Connection): void {
  const program = new ActiveProgram(connection);
  const timeline = new TimelineView(connection, program, context.extensionUri);
  const ir = new BesideText(connection, program);
  const whatIf = new WhatIfView(connection, program, context.extensionUri);
  context.subscriptions.push(
    program,
    timeline,
    ir,
    whatIf,
    commands.registerCommand('sq.showTimeline', () => timeline.show()),
    commands.registerCommand('sq.showIr', () => ir.show()),
    commands.registerCommand('sq.showWhatIf', () => whatIf.show()),
  );
}
