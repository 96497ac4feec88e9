// What stands around programs in a real VS Code: blocks of them in Markdown, and the way that newcomers are led.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { code } from './running';
import { waitFor } from './waiting';
import type { Workbench } from './workbench';

const NOTES = `# Notes

What is a stage for?

\`\`\`sq
pool kv { cap 20; } // memory
\`\`\`

* \`\`\`serq
  stage engine : step { budget 4; }
  \`\`\`

The last pool.
`;
let window: Workbench;

suite('around programs', () => {
  before(async () => {
    // A server colors some words of a program by what they mean, and none in Markdown.
    const settings = { 'editor.semanticHighlighting.enabled': false };
    window = await code().window(settings, undefined, { 'notes.md': NOTES });
  });
  after(() => window.close());

  // The first one: VS Code never ticks what was done before it first listed any steps.
  test('the steps for newcomers are ticked as they are done', async () => {
    const walkthrough = async () => {
      await window.command('Welcome: Open Walkthrough...');
      await window.choose('Get Started With serQ');
    };
    await walkthrough();
    const done = () => window.page.locator('.getting-started-step:has(.codicon.complete) .step-title').allTextContents();
    const isDone = async (step: string) => (await done()).includes(step);
    await waitFor('a server that runs', () => isDone('A server'), done);
    await window.open('separate_phases.sq');
    await window.seesLine('ends ');
    await walkthrough();
    await waitFor('a program that has run', () => isDone('What happened, beside each line'), done);
    assert.ok(!(await isDone('A program')));
    const steps = window.page.locator('.getting-started-step');
    await steps.filter({ hasText: 'The whole run' }).first().click();
    await steps.locator('.monaco-button', { hasText: 'Show the Trace' }).first().click();
    await window.seesLine('← 4 iterations', 1);
    await waitFor('the run looked at', () => isDone('The whole run'), done);
  });

  test('blocks of programs in Markdown have the colors of programs', async () => {
    await window.open('separate_phases.sq');
    const words = ['pool', 'kv', '20', '// Whole'];
    const colors = async (wanted: readonly string[]) => Promise.all(wanted.map((word) => window.color(word)));
    await waitFor('colors', async () => new Set(await colors(words)).size === words.length, () => colors(words));
    const [pool, name, number, comment] = await colors(words);
    await window.open('notes.md');
    const inBlock = () => colors(['pool', 'kv', '20', '// memory']);
    const plain = () => window.color('What is');
    await waitFor('colors in Markdown', async () => (await window.color('20')) === number, inBlock);
    assert.deepEqual(await inBlock(), [pool, name, number, comment]);
    assert.equal(await window.color('budget'), await window.color('cap'));
    assert.notEqual(await window.color('budget'), await plain());
    assert.equal(await window.color('The last'), await plain());
  });
});
