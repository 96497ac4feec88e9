// When a server that ends by itself is started again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Crashes } from '../../src/server/crashes';

const MINUTE = 60_000;

test('a crash now and then is survived for ever', () => {
  let time = 0;
  const crashes = new Crashes(() => time);
  for (let number = 0; number < 50; number += 1) {
    assert.ok(crashes.count());
    time += MINUTE;
  }
});

test('the fifth within three minutes is one too many', () => {
  const crashes = new Crashes(() => 0);
  assert.deepEqual([1, 2, 3, 4, 5].map(() => crashes.count()), [true, true, true, true, false]);
  crashes.forget();
  assert.ok(crashes.count());
});
