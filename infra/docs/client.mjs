import { generateApi } from 'swagger-typescript-api';

const ERROR = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
};

/** The document with one type for all errors: a type for every set of codes would triple the client. @param {any} document */
function withOneError(document) {
  const copy = structuredClone(document);
  for (const operations of Object.values(copy.paths))
    for (const operation of Object.values(operations)) {
      const answers = Object.entries(operation.responses).filter(([status]) => status < '300');
      operation.responses = { ...Object.fromEntries(answers), default: ERROR };
    }
  delete copy.components.responses;
  return copy;
}

/** The generator's HTTP code needs a browser's types, so it is not type-checked. The other files contain all types of the document and are. */
const PLUMBING = 'http-client.ts';

/**
 * A typed client of the API, for tests: a wrong document fails their type check.
 * @param {object} document @returns {Promise<Record<string, string>>} TypeScript by file name
 */
export async function buildClient(document) {
  const { files } = await generateApi({
    spec: withOneError(document),
    silent: true,
    modular: true,
    generateUnionEnums: true,
    moduleNameFirstTag: true,
  });
  return Object.fromEntries(
    files.map(({ fileName, fileExtension, fileContent }) => {
      const name = `${fileName}${fileExtension}`;
      const text = fileContent.replaceAll(/from "(\.\/[\w-]+)"/g, 'from "$1.js"');
      return [name, `// Written by \`npm run docs\`.\n${name === PLUMBING ? '// @ts-nocheck\n' : ''}${text}`];
    }),
  );
}
