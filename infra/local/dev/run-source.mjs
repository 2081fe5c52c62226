/*
 * Loaded into each process of `npm run dev` by `--import`: runs the TypeScript sources as they are. The libraries resolve to
 * their sources too, so nothing has to be built before a change is live. Types are not checked here.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LOCAL, ROOT } from '../places.mjs';

/** As in jest.config.mjs and tsconfig.base.json. @type {import('@swc/core').Options} */
const OPTIONS = {
  swcrc: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

const COMPILED = join(LOCAL, 'dev', 'compiled');
const load = createRequire(import.meta.url);
const salt = JSON.stringify(OPTIONS) + load('@swc/core/package.json').version;
mkdirSync(COMPILED, { recursive: true });

const LIBRARY = /^@duet\/(contracts|service-kit)(\/plain)?$/;

/** JavaScript with its source map, from the cache if this text was compiled before. @param {string} file */
function compile(file) {
  const source = readFileSync(file, 'utf8');
  const key = createHash('sha256').update(salt).update(file).update(source).digest('hex');
  const cached = join(COMPILED, `${key}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { code } = load('@swc/core').transformSync(source, { ...OPTIONS, filename: file, sourceFileName: file });
  // Several processes may compile the same file at once.
  const draft = `${cached}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, cached);
  return code;
}

registerHooks({
  resolve(specifier, context, next) {
    const library = LIBRARY.exec(specifier);
    if (library) {
      const file = join(ROOT, 'libs', library[1] ?? '', 'src', library[2] ? 'plain.ts' : 'index.ts');
      return { url: pathToFileURL(file).href, shortCircuit: true };
    }
    const { parentURL } = context;
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && parentURL?.endsWith('.ts')) {
      const file = join(dirname(fileURLToPath(parentURL)), specifier.replace(/\.js$/, '.ts'));
      if (existsSync(file)) return { url: pathToFileURL(file).href, shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
  },
});
