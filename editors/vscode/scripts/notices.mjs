// The licenses of what is bundled, in one text: each asks to be passed on with its code.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that gave something to a bundle, by the inputs that esbuild tells. */
function packages(inputs) {
  const found = Object.keys(inputs).map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(found.filter((each) => each !== undefined))].sort();
}

export function notices(here, inputs) {
  return packages(inputs)
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(here, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(here, folder)).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) throw new Error(`${name} comes without the text of its license`);
      return `${name} ${version} (${license})\n\n${readFileSync(join(here, folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
