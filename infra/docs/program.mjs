import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { ts } from './typescript.mjs';
import { ROOT } from '../local/places.mjs';

/** @typedef {import('./typescript.mjs').Node} Node @typedef {import('json-schema').JSONSchema7} Schema */

/** TypeScript 7 has no API for programs yet, so the sources are read with version 5. */
const { options } = ts.parseJsonConfigFileContent(
  {
    ...ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile).config,
    files: [],
  },
  ts.sys,
  ROOT,
);

/** @param {string} folder */
const sourcesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(ROOT, folder, file));

/** Source folders that the documents describe. Workspaces resolve to their sources, because a build can be stale. */
const program = ts.createProgram({
  rootNames: ['libs/contracts/src', 'gateway/src', 'services/realtime/src'].flatMap(sourcesIn),
  options: {
    ...options,
    noEmit: true,
    paths: {
      '@duet/contracts': [join(ROOT, 'libs/contracts/src/index.ts')],
      '@duet/service-kit': [join(ROOT, 'libs/service-kit/src/index.ts')],
    },
  },
});

export const checker = program.getTypeChecker();

const generator = createGenerator({
  tsProgram: program,
  additionalProperties: true,
  encodeRefs: false,
  expose: 'export',
  jsDoc: 'extended',
  skipTypeCheck: true,
  topRef: false,
});

/**
 * The JSON schema of a type as it is written in the sources, with the named types that it refers to.
 * @param {Node} node @returns {{schema: Schema, definitions: Record<string, Schema>}}
 */
export function schemaOf(node) {
  const { $schema: _, definitions, ...schema } = generator.createSchemaFromNodes([node]);
  return { schema, definitions: /** @type {Record<string, Schema>} */ (definitions ?? {}) };
}

/** Source files of a folder, in the order of their names. @param {string} folder */
export const filesOf = (folder) =>
  program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${join(ROOT, folder)}/`))
    .toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1));

/** @param {import('./typescript.mjs').SourceFile} file */
export const pathOf = ({ fileName }) => relative(ROOT, fileName);

/** @param {import('./typescript.mjs').TypeNode} type */
export const textOfType = (type) => type.getText();

const contracts = program.getSourceFile(join(ROOT, 'libs/contracts/src/index.ts'));
const exported = contracts && checker.getSymbolAtLocation(contracts);

/** The declaration of a name that the contracts export. @param {string} name @returns {Node} */
export function declarationOf(name) {
  const symbol = exported && checker.getExportsOfModule(exported).find((one) => one.name === name);
  const real = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = real?.declarations?.[0];
  if (!declaration) throw new Error(`libs/contracts exports no ${name}`);
  return declaration;
}
