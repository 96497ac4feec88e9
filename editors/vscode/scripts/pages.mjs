// How the pages of the views are bundled: one script and one style sheet each, into dist/views.
import { readFile } from 'node:fs/promises';

const DARK = /@media \(prefers-color-scheme: dark\) \{\s*:root (\{[^}]*\})\s*\}/;
const IN_DARK_THEMES = 'body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light)';

// A page in an editor is dark when the editor's theme is, not when the system is.
const themes = {
  name: 'themes',
  setup(build) {
    build.onLoad({ filter: /html[/\\]colors\.css$/ }, async ({ path }) => {
      const styles = await readFile(path, 'utf8');
      if (!DARK.test(styles)) throw new Error(`${path} has no colors for the dark`);
      return { contents: styles.replace(DARK, `${IN_DARK_THEMES} $1`), loader: 'css' };
    });
  },
};

export function pages(production) {
  const entry = (name) => [
    { in: `src/views/pages/${name}/main.ts`, out: name },
    { in: `src/views/pages/${name}/${name}.css`, out: name },
  ];
  return {
    entryPoints: [...entry('timeline'), ...entry('whatIf')],
    outdir: 'dist/views',
    bundle: true,
    plugins: [themes],
    platform: 'browser',
    format: 'esm',
    target: 'chrome124',
    logLevel: 'warning',
    sourcemap: production ? false : 'inline',
    minify: production,
  };
}
