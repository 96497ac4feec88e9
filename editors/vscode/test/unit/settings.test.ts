// What the server is told of the settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forServer } from '../../src/server/settings';

test('how the server is found is not its affair', () => {
  const section = { server: { path: '/own/sq' }, 'server.python': 'python3', trace: { enabled: false } };
  assert.deepEqual(forServer(section, true), { trace: { enabled: false } });
});

test('in a folder that is not trusted nothing is run, whatever its settings say', () => {
  assert.deepEqual(forServer({ restricted: false, trace: { enabled: true } }, false), {
    restricted: true,
    trace: { enabled: true },
  });
});

test('a user may restrict a folder that is trusted', () => {
  assert.deepEqual(forServer({ restricted: true }, true), { restricted: true });
});

for (const nothing of [undefined, null, 3, 'text', []]) {
  test(`${JSON.stringify(nothing)} is no section`, () => {
    assert.deepEqual(forServer(nothing, true), {});
    assert.deepEqual(forServer(nothing, false), { restricted: true });
  });
}
