/*
 * The program of a process of `npm run dev`, run as `process.mjs <folder> <inspector port>`. Loading packages takes most
 * of a start. So a spare process loads them in advance and waits for its parent: `load` loads the service's own
 * sources, `start` starts it. A spare ends with its parent.
 */
import { readFileSync, globSync } from 'node:fs';
import inspector from 'node:inspector';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, port] = process.argv.slice(2);
const sources = join(folder, 'src');
let started = false;

/** @param {string} file */
const load = (file) => import(pathToFileURL(join(sources, file)).href);

/** @param {string} message */
async function follow(message) {
  if (message === 'load') return load('app.module.ts');
  started = true;
  inspector.open(Number(port), '127.0.0.1');
  return load('main.ts');
}

process.on('message', (/** @type {string} */ message) => void follow(message));
process.on('disconnect', () => started || process.exit());

/** The packages that this process's own sources import, and our libraries. */
function importedPackages() {
  const names = new Set();
  for (const file of globSync(join(sources, '**', '*.ts'), { exclude: (name) => name.endsWith('.spec.ts') }))
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [name = ''] = line.split(" from '")[1]?.split("'") ?? [];
      if (name && !name.startsWith('.') && !line.startsWith('import type ')) names.add(name);
    }
  return names;
}

const PRELOAD = 'preload:';
const parentURL = pathToFileURL(join(sources, 'main.ts')).href;
registerHooks({
  // Packages are found from the folder of the process, not from here.
  resolve: (specifier, context, next) =>
    specifier.startsWith(PRELOAD)
      ? next(specifier.slice(PRELOAD.length), { ...context, parentURL })
      : next(specifier, context),
});

for (const name of importedPackages()) {
  if (started) break;
  // A package of types alone has nothing to load.
  await import(`${PRELOAD}${name}`).catch(() => undefined);
}
