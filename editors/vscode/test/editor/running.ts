// The one VS Code that all tests have windows of: it takes long to start.
import { after, before } from 'node:test';
import { Code } from './code';

let started: Code | undefined;

before(async () => {
  started = await Code.start();
});
after(() => started?.stop());

/** For hooks and tests, not before. */
export function code(): Code {
  if (started === undefined) throw new Error('VS Code is started before the first test');
  return started;
}
