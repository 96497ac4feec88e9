// All views of a program, bound to their commands: the one thing that the extension has to know of them.
import { EventEmitter, commands } from 'vscode';
import type { Disposable, ExtensionContext } from 'vscode';
import { programOf } from '../programs';
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
    command('sq.timeline', () => timeline.show()),
    command('sq.ir', () => ir.show()),
    command('sq.whatIf', () => whatIf.show()),
  );

  /** About the program that a lens or a menu names, else about the one that views are about already. */
  function command(name: string, show: () => unknown): Disposable {
    return commands.registerCommand(name, async (given: unknown) => {
      const wanted = await programOf(given);
      if (wanted) program.turnTo(wanted);
      await show();
    });
  }
}
