// Where a server is looked for, and where not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from '../../src/server/finding';
import { expanded, isWithin, onPath, places } from '../../src/server/places';
import { surroundings } from './surroundings';

const everywhere = (): boolean => true;

function commands(what: Parameters<typeof surroundings>[0]): string[] {
  const found = places(surroundings({ exists: everywhere, ...what }));
  return found.filter((place): place is Candidate => 'command' in place).map(({ command }) => command);
}

test('the order is that of what users mean', () => {
  const what = { setting: '/own/sq', interpreter: '/conda/bin/python', folders: ['/work'], path: ['/usr/bin'] };
  assert.deepEqual(commands(what), [
    '/own/sq',
    '/conda/bin/python',
    '/work/.venv/bin/python',
    '/usr/bin/sq',
    '/usr/bin/sqlang',
    '/nowhere/server/bin/python',
  ]);
});

test('of a folder that is not trusted nothing is executed', () => {
  const what = {
    trusted: false,
    setting: '/own/sq',
    interpreter: '/work/.venv/bin/python',
    folders: ['/work'],
    path: ['/work/.venv/bin', '/work', '/usr/bin', '/workshop/bin'],
  };
  assert.deepEqual(commands(what), [
    '/own/sq',
    '/usr/bin/sq',
    '/workshop/bin/sq',
    '/usr/bin/sqlang',
    '/workshop/bin/sqlang',
    '/nowhere/server/bin/python',
  ]);
});

test('Python never loads modules from the directory in which it starts', () => {
  const found = places(surroundings({ exists: everywhere, interpreter: '/usr/bin/python3', folders: ['/work'] }));
  const pythons = found.filter((place): place is Candidate => 'words' in place && place.words.length > 0);
  assert.equal(pythons.length, 3);
  for (const { words } of pythons) {
    assert.deepEqual(words, ['-P', '-m', 'sqlang']);
  }
});

test('relative directories of the path are no places', () => {
  assert.deepEqual(onPath('sq', surroundings({ path: ['', '.', 'bin', '/usr/bin'], exists: everywhere })), ['/usr/bin/sq']);
});

test('on Windows programs have an ending and environments another folder', () => {
  const what = { windows: true, folders: ['C:\\work'], path: ['C:\\tools'], installation: 'C:\\data\\server' };
  assert.deepEqual(commands(what), [
    'C:\\work\\.venv\\Scripts\\python.exe',
    'C:\\tools\\sq.exe',
    'C:\\tools\\sqlang.exe',
    'C:\\data\\server\\Scripts\\python.exe',
  ]);
});

test('what is within a folder is told by whole names', () => {
  assert.ok(isWithin('/work/bin/sq', ['/work'], false));
  assert.ok(isWithin('/work/..bin/sq', ['/work'], false));
  assert.ok(!isWithin('/workshop/sq', ['/work'], false));
  assert.ok(!isWithin('/work/../sq', ['/work'], false));
  assert.ok(isWithin('c:\\Work\\sq.exe', ['C:\\work'], true));
  assert.ok(!isWithin('D:\\work\\sq.exe', ['C:\\work'], true));
});

test('the home of the user can be written short', () => {
  assert.equal(expanded('~/bin/sq', '/home/me'), '/home/me/bin/sq');
  assert.equal(expanded('~', '/home/me'), '/home/me');
  assert.equal(expanded('/a/~/sq', '/home/me'), '/a/~/sq');
  assert.equal(expanded('~you/sq', '/home/me'), '~you/sq');
});
