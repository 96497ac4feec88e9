// Bundles the extension into one file, and the unit tests into one file each.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import { notices } from './notices.mjs';
import { pages } from './pages.mjs';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const production = process.argv.includes('--production');

const shared = {
  absWorkingDir: here,
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  sourcemap: !production,
  minify: production,
};

const views = { absWorkingDir: here, ...pages(production) };

// Writes the notices whenever the bundle is made.
const licenses = {
  name: 'licenses',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      if (metafile) writeFileSync(join(here, 'dist', 'NOTICES.txt'), notices(here, metafile.inputs));
    });
  },
};

const extension = {
  ...shared,
  metafile: true,
  plugins: [licenses],
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  format: 'cjs',
  external: ['vscode'],
};

// Grammars are made from the vocabulary in `syntaxes/` at the top of the repository; the example is one of `examples/`.
function copyFromRepository() {
  const top = join(here, '..', '..');
  mkdirSync(join(here, 'dist'), { recursive: true });
  for (const name of readdirSync(join(top, 'syntaxes')).filter((each) => each.endsWith('.json'))) {
    copyFileSync(join(top, 'syntaxes', name), join(here, 'dist', name));
  }
  copyFileSync(join(top, 'examples', 'one_stage_queue.sq'), join(here, 'dist', 'example.sq'));
}

async function buildTests() {
  const folder = join(here, 'test', 'unit');
  rmSync(join(here, 'dist', 'test'), { recursive: true, force: true });
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.test.ts')) : [];
  await build({
    ...shared,
    entryPoints: files.map((name) => join('test', 'unit', name)),
    outdir: 'dist/test',
    format: 'cjs',
    sourcemap: 'inline',
  });
}

copyFromRepository();
if (process.argv.includes('--tests')) {
  await buildTests();
} else if (process.argv.includes('--watch')) {
  for (const each of [extension, views]) await (await context(each)).watch();
} else {
  await Promise.all([build(extension), build(views)]);
}
