// What is installed, and by which Python. A program that writes down how it is called stands for Python.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { install, InstallationError, pipWords, pythonCommands, type Installation } from '../../src/server/installing';
import { quietEnvironment } from '../../src/server/running';
import { surroundings } from './surroundings';

/** Answers the question for its version, makes an environment that holds itself, and installs if `PIP` says so. */
const PYTHON = `#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
case "$1 $2" in
  "-c "*) echo yes ;;
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip")
    echo "asked for a package"
    case "$*" in *--no-index*) exit \${CARRIED:-0} ;; *) exit \${PIP:-0} ;; esac ;;
esac
`;

describe('installing', { skip: process.platform === 'win32' }, () => {
  let top: string;
  let installation: Installation;
  let lines: string[];

  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'installing with blanks '));
    mkdirSync(join(top, 'wheel'));
    writeFileSync(join(top, 'wheel', 'serq_lang-0.1.0-py3-none-any.whl'), '');
    writeFileSync(join(top, 'wheel', 'lark-1.3.1-py3-none-any.whl'), '');
    lines = [];
    installation = {
      environment: join(top, 'server'),
      wheels: join(top, 'wheel'),
      start: top,
      pythons: [[program('old', '#!/bin/sh\necho 3.9.2\n')], [join(top, 'nowhere')], [program('python', PYTHON)]],
      windows: false,
    };
  });
  afterEach(() => rmSync(top, { recursive: true }));

  function program(name: string, text: string): string {
    const file = join(top, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  function run(): Promise<void> {
    return install(installation, { log: (line) => lines.push(line), signal: new AbortController().signal });
  }

  const wheel = () => join(top, 'wheel', 'serq_lang-0.1.0-py3-none-any.whl');
  const calls = () => readFileSync(join(top, 'server', 'bin', 'calls'), 'utf8').trim().split('\n');

  test('the file that the extension carries is installed by the first Python that is new enough', async () => {
    await run();
    assert.ok(lines.includes(`${join(top, 'old')}: is Python 3.9.2`));
    assert.ok(lines.includes(`${join(top, 'nowhere')}: does not exist`));
    assert.deepEqual(calls(), [pipWords(wheel(), ['--no-index']).join(' ')]);
    assert.ok(lines.includes('asked for a package'));
  });

  test('what is not carried for a platform is looked for as pip is configured to', async () => {
    process.env['CARRIED'] = '1';
    try {
      await run();
    } finally {
      delete process.env['CARRIED'];
    }
    assert.deepEqual(calls(), [pipWords(wheel(), ['--no-index']).join(' '), pipWords(wheel()).join(' ')]);
  });

  test('what an installation before left behind is gone', async () => {
    mkdirSync(join(top, 'server'));
    writeFileSync(join(top, 'server', 'old'), '');
    await run();
    assert.ok(!existsSync(join(top, 'server', 'old')));
  });

  test('if pip gets nothing, no half of an environment is left', async () => {
    process.env['PIP'] = process.env['CARRIED'] = '1';
    try {
      await assert.rejects(run(), InstallationError);
    } finally {
      delete process.env['PIP'];
      delete process.env['CARRIED'];
    }
    assert.ok(!existsSync(join(top, 'server')));
  });

  test('without a Python, or a wheel, nothing is touched', async () => {
    installation = { ...installation, pythons: [] };
    await assert.rejects(run(), /No Python of version 3\.11/);
    rmSync(join(top, 'wheel', 'serq_lang-0.1.0-py3-none-any.whl'));
    await assert.rejects(run(), /carries no server/);
  });
});

test('pip is never asked for anything of ours by name', () => {
  const words = pipWords('/extension/wheel/serq_lang-0.1.0-py3-none-any.whl');
  const asked = words.slice(words.indexOf('install') + 1).filter((word) => !word.startsWith('-'));
  assert.deepEqual(asked, ['/extension/wheel/serq_lang-0.1.0-py3-none-any.whl']);
});

test('no Python of a folder of the workspace is depended on', () => {
  const what = surroundings({
    interpreter: '/work/.venv/bin/python',
    folders: ['/work'],
    path: ['/work/.venv/bin', '/usr/bin'],
    exists: (file) => file.endsWith('python3'),
  });
  assert.deepEqual(pythonCommands('/mine/python', what), [['/mine/python'], ['/usr/bin/python3']]);
  assert.deepEqual(pythonCommands('', { ...what, interpreter: '/conda/python' }), [['/conda/python'], ['/usr/bin/python3']]);
  assert.deepEqual(pythonCommands('', { ...what, interpreter: '/conda/python', trusted: false }), [['/usr/bin/python3']]);
});

test('settings that would lead an installation elsewhere are not passed on', () => {
  assert.deepEqual(quietEnvironment({ PIP_TARGET: '/x', Pip_User: '1', PYTHONPATH: '/y', PIP_FIND_LINKS: '/wheels' }), {
    PIP_FIND_LINKS: '/wheels',
  });
});
