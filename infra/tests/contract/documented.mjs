import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ROOT } from '../../local/places.mjs';

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'), (_key, value) => {
  // Clients ignore unknown fields; here an undocumented field is an error.
  const isObject = typeof value === 'object' && value !== null && value.type === 'object' && 'required' in value;
  return isObject && !('code' in value.properties) ? { additionalProperties: false, ...value } : value;
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
// oxlint-disable-next-line typescript/no-unsafe-call
formats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...document });

/** @param {string} text */
const inPointer = (text) => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** @param {string} path of a request @returns {string | undefined} the path as the document has it, a fixed one before one with parameters */
function templateOf(path) {
  const matches = Object.keys(document.paths).filter((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return matches.toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}

/**
 * The differences between an answer of the gateway and the API document.
 * @param {string} method @param {string} address path, with or without a query @param {number} status @param {unknown} body
 * @returns {string[]} nothing for an answer as documented, and for a path that is no route
 */
export function undocumented(method, address, status, body) {
  const template = templateOf(address.split('?')[0] ?? '');
  if (template === undefined) return [];
  const operation = document.paths[template][method.toLowerCase()];
  if (!operation) return [];
  const own = operation.responses[status];
  if (!own) return [`${method} ${template} does not document ${status}: ${JSON.stringify(body).slice(0, 200)}`];
  const refusal = own.$ref?.split('/').at(-1);
  const at = refusal
    ? `#/components/responses/${refusal}`
    : `#/paths/${inPointer(template)}/${method.toLowerCase()}/responses/${status}`;
  const { content = {} } = refusal ? document.components.responses[refusal] : own;
  if (!('application/json' in content)) return [];
  const pointer = encodeURI(`openapi${at}/content/application~1json/schema`);
  const validate = ajv.getSchema(pointer);
  if (!validate) return [`${pointer} is no schema`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${method} ${template} ${status}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
