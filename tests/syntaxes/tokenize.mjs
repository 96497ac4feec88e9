// Tokens of texts by TextMate grammars, as VS Code makes them.
//
// In: {"grammars": {scope: text}, "scope": scope, "texts": [text]} as JSON on standard input.
// Out: for each text a list of [offset, end, [scopes]] in UTF-16 units, as JSON.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

const { grammars, scope, texts } = JSON.parse(readFileSync(0, 'utf8'));
const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (name) =>
    name in grammars ? textmate.parseRawGrammar(grammars[name], `${name}.json`) : null,
  getInjections: (name) =>
    Object.entries(grammars)
      .filter(([, text]) => 'injectionSelector' in JSON.parse(text) && name === scope)
      .map(([injected]) => injected),
});
const grammar = await registry.loadGrammar(scope);

function tokens(text) {
  const found = [];
  let state = textmate.INITIAL;
  let start = 0;
  for (const line of text.split('\n')) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const end = Math.min(endIndex, line.length);
      if (end > startIndex) found.push([start + startIndex, start + end, scopes]);
    }
    start += line.length + 1;
  }
  return found;
}

process.stdout.write(JSON.stringify(texts.map(tokens)));
