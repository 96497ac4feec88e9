// Which stretch of a text a place is in, and where stretches are after edits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inText, moved, smallest } from '../../src/views/places';
import type { Stretch } from '../../src/views/places';

/** From line and character to line and character. */
function stretch(...[line, character, toLine, toCharacter]: readonly [number, number, number, number]): Stretch {
  return { start: { line, character }, end: { line: toLine, character: toCharacter } };
}

const HOLD = stretch(2, 2, 6, 3);
const PREFILL = stretch(4, 4, 4, 30);

test('the smallest stretch around a place is found, in whatever order they come', () => {
  const inside = { line: 4, character: 10 };
  assert.equal(smallest([HOLD, PREFILL], inside), PREFILL);
  assert.equal(smallest([PREFILL, HOLD], inside), PREFILL);
  assert.equal(smallest([PREFILL, HOLD], { line: 5, character: 0 }), HOLD);
  assert.equal(smallest([PREFILL, HOLD], { line: 7, character: 0 }), undefined);
});

test('both ends of a stretch are in it', () => {
  assert.equal(smallest([PREFILL], PREFILL.start), PREFILL);
  assert.equal(smallest([PREFILL], PREFILL.end), PREFILL);
});

test('a cursor in the blanks around a text is about the text', () => {
  assert.deepEqual(inText('    end;  ', { line: 3, character: 0 }), { line: 3, character: 4 });
  assert.deepEqual(inText('    end;  ', { line: 3, character: 10 }), { line: 3, character: 7 });
  assert.deepEqual(inText('    end;  ', { line: 3, character: 5 }), { line: 3, character: 5 });
  assert.deepEqual(inText('', { line: 3, character: 0 }), { line: 3, character: 0 });
});

test('an edit before a stretch moves it', () => {
  const sameLine = { range: stretch(4, 0, 4, 2), text: 'wider' };
  assert.deepEqual(moved(PREFILL, sameLine), stretch(4, 7, 4, 33));
  const newLine = { range: stretch(1, 0, 1, 0), text: 'let x = 1;\r\n' };
  assert.deepEqual(moved(PREFILL, newLine), stretch(5, 4, 5, 30));
  const broken = { range: stretch(4, 2, 4, 2), text: 'end;\n' };
  assert.deepEqual(moved(PREFILL, broken), stretch(5, 2, 5, 28));
});

test('an edit in a stretch makes it longer or shorter, one after it nothing', () => {
  assert.deepEqual(moved(PREFILL, { range: stretch(4, 12, 4, 18), text: '' }), stretch(4, 4, 4, 24));
  assert.deepEqual(moved(PREFILL, { range: stretch(4, 12, 4, 12), text: 'a\nb' }), stretch(4, 4, 5, 19));
  assert.deepEqual(moved(PREFILL, { range: stretch(4, 30, 4, 30), text: ' more' }), PREFILL);
  assert.deepEqual(moved(PREFILL, { range: stretch(5, 0, 6, 0), text: '' }), PREFILL);
});

test('a stretch that is replaced is what it was replaced by', () => {
  assert.deepEqual(moved(PREFILL, { range: PREFILL, text: 'end;' }), stretch(4, 4, 4, 8));
});
