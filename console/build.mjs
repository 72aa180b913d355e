// Builds dist/ from src/: one script, one sheet of styles, the page, the icon, the licences.
//
//   node build.mjs MODULES OUT     MODULES holds node_modules as package-lock.json pins them
//
// The result depends on the sources and the pinned versions only, so it can be compared.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
const esbuild = createRequire(join(modules, 'package.json'))('esbuild');
const shipped = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).dependencies;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await esbuild.build({
  entryPoints: { app: join(here, 'src/main.js') },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  nodePaths: [join(modules, 'node_modules')],
  loader: { '.fresh-url': 'text' },
  logLevel: 'warning',
});
for (const name of ['index.html', 'icon.svg']) copyFileSync(join(here, 'src', name), join(out, name));
writeFileSync(join(out, 'licences.txt'), licences());

/** The licences of what is inside the script, as their makers ask. */
function licences() {
  const names = [...Object.keys(shipped), '@preact/signals-core'].sort();
  const parts = names.map((name) => {
    const folder = join(modules, 'node_modules', name);
    const file = readdirSync(folder).find((file) => /^licen[sc]e/i.test(file));
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return parts.join(`\n${'-'.repeat(72)}\n\n`);
}
