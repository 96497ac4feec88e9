// Bundles what drives a real VS Code, and runs it: the tests, or with --screenshots what makes the pictures.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const made = join(here, 'dist', 'editor-tests');
const only = process.argv.find((word) => word.startsWith("--only="))?.slice(7);
const wanted = process.argv.includes("--screenshots") ? /^screenshots\.ts$/ : only ? new RegExp(`^${only}\\.test\\.ts$`) : /\.test\.ts$/;
const files = readdirSync(join(here, 'test', 'editor')).filter((name) => wanted.test(name));

rmSync(made, { recursive: true, force: true });
// One script, so that all tests share one VS Code.
const script = join(made, 'all.js');
await build({
  absWorkingDir: here,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  packages: 'external',
  sourcemap: 'inline',
  stdin: { contents: files.map((name) => `import './test/editor/${name}';`).join('\n'), resolveDir: here },
  outfile: script,
});
const isTest = !process.argv.includes('--screenshots');
const run = () => spawnSync(process.execPath, isTest ? ['--test', script] : [script], { stdio: 'inherit', cwd: here }).status ?? 1;
let status = run();
if (status !== 0 && isTest && process.env.CI === 'true') {
  // There they share two processors with a compiler and a type checker.
  console.error('Not all tests in VS Code passed, see above. They are run once more.');
  status = run();
}
process.exitCode = status;
