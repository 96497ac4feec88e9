// The language configuration: what Enter does, what is one word, where a line is indented. VS Code reads the same patterns.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

interface Rule {
  readonly beforeText: string;
  readonly afterText?: string;
  readonly action: { readonly indent: string; readonly appendText?: string };
}

interface Configuration {
  readonly onEnterRules: readonly Rule[];
  readonly wordPattern: { readonly pattern: string; readonly flags: string };
  readonly indentationRules: { readonly increaseIndentPattern: string; readonly decreaseIndentPattern: string };
}

const file = join(process.cwd(), 'language', 'language-configuration.json');
const configuration = JSON.parse(readFileSync(file, 'utf8')) as Configuration;

/** What Enter puts before the rest of a line, as the first rule says that fits. */
function continued(before: string, after = ''): string | undefined {
  const fitting = configuration.onEnterRules.find(
    ({ beforeText, afterText }) =>
      new RegExp(beforeText).test(before) && (afterText === undefined || new RegExp(afterText).test(after)),
  );
  return fitting?.action.appendText;
}

function words(text: string): string[] {
  const { pattern, flags } = configuration.wordPattern;
  return [...text.matchAll(new RegExp(pattern, `${flags}g`))].map(([word]) => word);
}

test('an expectation goes on with another one, until its line is empty', () => {
  assert.equal(continued('//! ITER 0.0000 0:0:p2'), '//! ');
  assert.equal(continued('//! ', 'ITER 0.0000 0:0:p2'), '//! ');
  assert.equal(continued('//! '), undefined);
});

test('a comment that is cut in two stays one; after a whole one comes code', () => {
  assert.equal(continued('  // the first', ' half'), '// ');
  assert.equal(continued('  // all of it'), undefined);
  assert.equal(continued('let x = 1; // said', ' twice'), undefined);
});

test('words are names and numbers of any script', () => {
  assert.deepEqual(words('budget_left(engine) >= 1_000.5e-3;'), ['budget_left', 'engine', '1_000.5e-3']);
  assert.deepEqual(words('let 模型 = größe2;'), ['let', '模型', 'größe2']);
});

test('what is opened indents, unless it is closed again or only said', () => {
  const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
  const opens = (line: string): boolean => new RegExp(increaseIndentPattern).test(line);
  assert.ok(opens('stage engine : step {'));
  assert.ok(opens('session { // what each does'));
  assert.ok(opens('use "a{b"; session {'));
  assert.ok(!opens('pool kv { cap 20; }'));
  assert.ok(!opens('// session {'));
  assert.ok(!opens('use "a{b";'));
  assert.ok(new RegExp(decreaseIndentPattern).test('  } else {'));
});
