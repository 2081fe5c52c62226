import { createRequire } from 'node:module';

/**
 * TypeScript 7 has no API for programs yet. So the sources are read with the compiler of the schema generator, and both share the same nodes.
 * @typedef {typeof import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js')} TypeScript
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').Node} Node
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').TypeNode} TypeNode
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').ClassDeclaration} ClassDeclaration
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').MethodDeclaration} MethodDeclaration
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').CallExpression} CallExpression
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').SourceFile} SourceFile
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').PropertySignature} PropertySignature
 * @typedef {import('../../node_modules/ts-json-schema-generator/node_modules/typescript/lib/typescript.js').JSDoc['comment']} Comment
 */

const generator = createRequire(import.meta.url).resolve('ts-json-schema-generator');

/** @type {TypeScript} */
export const ts = createRequire(generator)('typescript');
