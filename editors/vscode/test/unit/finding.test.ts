// Which of the programs that call themselves `sq` is taken, and what is told of the others. The programs are real, if small.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { askVersion } from '../../src/server/asking';
import { find, report, type Place, type Search } from '../../src/server/finding';
import { places } from '../../src/server/places';
import { surroundings } from './surroundings';

const OURS = '#!/bin/sh\necho "sqlang 0.1.0 (IR 8, plain)"\n';
const OPENPGP = '#!/bin/sh\necho "sq 0.37.0 (sequoia-openpgp 1.21.1)"\n';

// Shell scripts stand for programs; Windows has none.
describe('finding', { skip: process.platform === 'win32' }, () => {
  let top: string;

  before(() => {
    top = mkdtempSync(join(tmpdir(), 'a folder with ünusual name '));
  });
  after(() => rmSync(top, { recursive: true }));

  function program(folder: string, name: string, text: string, mode = 0o755): string {
    mkdirSync(join(top, folder), { recursive: true });
    const file = join(top, folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  }

  function searched(found: Iterable<Place>): Promise<Search> {
    return find(found, (candidate) => askVersion(candidate, top));
  }

  test('the OpenPGP tool of the same name is passed over, also when it comes first on the path', async () => {
    const other = program('usr bin', 'sq', OPENPGP);
    const ours = program('local bin', 'sq', OURS);
    const path = [join(top, 'usr bin'), join(top, 'local bin')];
    const { found, tried } = await searched(places(surroundings({ path })));
    assert.equal(found?.candidate.command, ours);
    assert.equal(found.version, 'sqlang 0.1.0 (IR 8, plain)');
    assert.ok(
      report(tried).includes(`PATH: ${other}: is something else: it says “sq 0.37.0 (sequoia-openpgp 1.21.1)”`),
    );
  });

  test('what cannot be asked is told with the reason', async () => {
    const silent = program('broken', 'silent', '#!/bin/sh\nexit 0\n');
    const failing = program('broken', 'failing', '#!/bin/sh\necho first >&2\necho "No module named sqlang" >&2\nexit 1\n');
    const plain = program('broken', 'plain', OURS, 0o644);
    const commands = [join(top, 'nowhere'), silent, failing, plain, 'impossible\0path'];
    const { found, tried } = await searched(commands.map((command) => ({ where: 'here', command, words: [] })));
    assert.equal(found, undefined);
    assert.deepEqual(
      tried.slice(0, 4).map(({ outcome }) => outcome),
      ['does not exist', 'is something else: it says “”', 'No module named sqlang', 'cannot be executed'],
    );
    assert.match(tried[4]?.outcome ?? '', /null bytes/);
  });

  test('a setting comes before all else, and everything tried is told in order', async () => {
    const set = program('set', 'my sq', OURS);
    const { found, tried } = await searched(places(surroundings({ setting: set })));
    assert.equal(found?.candidate.where, 'setting sq.server.path');
    assert.equal(tried.length, 1);
  });

  test('if nothing is found every place says so', async () => {
    const { found, tried } = await searched(places(surroundings({ folders: [join(top, 'work')] })));
    assert.equal(found, undefined);
    assert.deepEqual(report(tried), [
      'setting sq.server.path: not set',
      'the interpreter of the Python extension: none is chosen, or the extension is not installed',
      `the folder’s ${join(top, 'work', '.venv')}: is not there`,
      'PATH: has no sq or sqlang',
      'the server that comes with this extension: is not installed',
    ]);
  });
});
