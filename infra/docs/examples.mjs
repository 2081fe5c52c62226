import { FIELDS, WHOLE_FIELDS } from './fields.mjs';

/** @typedef {import('json-schema').JSONSchema7Definition} Definition @typedef {Record<string, Definition>} Named */

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @param {unknown} example */
export const isInstant = (example) => typeof example === 'string' && INSTANT.test(example);

/** @param {string} name */
function fieldExample(name) {
  if (!(name in FIELDS)) throw new Error(`The field ${name} has no example in infra/docs/fields.mjs`);
  return FIELDS[name];
}

/**
 * The fields of an object in the example: the required ones, or all if none is required.
 * @param {import('json-schema').JSONSchema7} schema
 */
function shownFields({ properties = {}, required = [] }) {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name));
  return shown.length > 0 ? shown : Object.entries(properties);
}

/** @param {Definition} schema @param {Named} named @param {unknown} value @returns {boolean} */
function allows(schema, named, value) {
  if (typeof schema === 'boolean') return schema;
  if (schema.$ref) return allows(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named, value);
  if (schema.anyOf) return schema.anyOf.some((one) => allows(one, named, value));
  if (schema.enum) return schema.enum.some((one) => one === value);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return [schema.type].flat().some((one) => one === type || (one === 'integer' && Number.isInteger(value)));
}

/**
 * An example of a schema, from the examples of its fields.
 * @param {Definition} schema @param {Named} named the schemas behind `$ref` @param {string} [name] of the field
 * @returns {unknown}
 */
export function exampleOf(schema, named, name = '') {
  if (typeof schema === 'boolean') return {};
  if (name in WHOLE_FIELDS && allows(schema, named, WHOLE_FIELDS[name])) return WHOLE_FIELDS[name];
  if (schema.$ref) return exampleOf(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice, named, name);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'array') {
    const [item] = Array.isArray(schema.items) ? schema.items : [schema.items ?? {}];
    return [exampleOf(item, named, name)];
  }
  if (type === 'object')
    return Object.fromEntries(shownFields(schema).map(([field, own]) => [field, exampleOf(own, named, field)]));
  if (type === 'boolean') return true;
  if (type === 'string' || type === 'number' || type === 'integer') return fieldExample(name);
  return type === 'null' ? null : {};
}
