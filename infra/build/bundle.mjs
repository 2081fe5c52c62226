/*
 * Bundles the built `main.js` of a process with its packages into `bundle`: `npm run bundle` in the folder of the process. To
 * find and read 2,500 modules one by one would take most of the time of its start, and memory for each.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages with machine code or files of their own; the program loads them from `node_modules`. */
const APART = ['sharp', '@node-rs/argon2'];

/** Packages that the libraries load only if a program uses them, and no program does. */
const UNUSED = [
  '@fastify/view',
  '@grpc/grpc-js',
  '@nestjs/platform-express',
  'amqp-connection-manager',
  'amqplib',
  'bufferutil',
  'kafkajs',
  'mqtt',
  'utf-8-validate',
];

/**
 * `@nestjs/typeorm` reads two exports that TypeORM 1 does not have, by `require`: it would load a second TypeORM.
 * @type {import('rolldown').Plugin}
 */
const oneTypeOrm = {
  name: 'one-typeorm',
  load: (id) =>
    id.endsWith('@nestjs/typeorm/dist/common/typeorm-compat.js')
      ? 'export const Connection = undefined; export const AbstractRepository = undefined;'
      : null,
};

/**
 * Lets traces name lines of our sources: the compiler's maps lead from the built modules to them. Each process reads the map
 * of its bundle, so the packages have no part in it.
 * @type {import('rolldown').Plugin}
 */
const ownSourceMaps = {
  name: 'own-source-maps',
  async load(id) {
    if (!/\.[cm]?js$/.test(id)) return null;
    const code = await readFile(id, 'utf8');
    return { code, map: id.includes('node_modules') ? { mappings: '' } : await readFile(`${id}.map`, 'utf8') };
  },
};

const HTTP = '\0http';

/**
 * To import `node:http` as a module reads each of its exports, and one of them loads Node's client for `fetch`: a tenth of a
 * second of CPU time and three megabytes of heap, although no process uses it.
 * @type {import('rolldown').Plugin}
 */
const httpWithoutFetch = {
  name: 'http-without-fetch',
  resolveId: (source, _importer, { kind }) =>
    kind === 'import-statement' && /^(?:node:)?http$/.test(source) ? HTTP : null,
  load: (id) =>
    id === HTTP
      ? `const http = process.getBuiltinModule('node:http');
export default http;
export const { Agent, ClientRequest, IncomingMessage, METHODS, STATUS_CODES, Server, ServerResponse, createServer, get, request } = http;`
      : null,
};

const folder = process.cwd();
const out = join(folder, 'bundle');
const bundle = await rolldown({
  input: { main: join(folder, 'dist', 'main.js') },
  cwd: folder,
  platform: 'node',
  external: [...APART, ...UNUSED],
  plugins: [oneTypeOrm, httpWithoutFetch, ownSourceMaps],
  onLog(level, log, report) {
    report(level === 'warn' && log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
  },
});
await rm(out, { recursive: true, force: true });
await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  // Nest and TypeORM read the names of classes.
  keepNames: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();
