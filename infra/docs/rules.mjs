import * as contracts from '@duet/contracts';
import { ValidationTypes, getMetadataStorage } from 'class-validator';

/** @typedef {import('json-schema').JSONSchema7} Schema @typedef {ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number]} Rule */

/** The schema keywords of a validator. @type {Record<string, (constraints: any[]) => Schema>} */
const SCHEMAS = {
  isUuid: () => ({ format: 'uuid' }),
  isInt: () => ({ type: 'integer' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  isIn: ([values]) => ({ enum: values }),
};

/** @param {Rule[]} rules @returns {Schema} */
const merged = (rules) =>
  Object.assign({}, ...rules.map(({ name = '', constraints = [] }) => SCHEMAS[name]?.(constraints)));

/**
 * Adds the limits of an input class's validators to the schema of its type.
 * @param {string} name of a class of the contracts @param {Schema} schema
 * @returns {Schema} the same schema if there is no such class
 */
export function withRules(name, schema) {
  const dto = Object.entries(contracts).find(([key]) => key === name)?.[1];
  if (typeof dto !== 'function') return schema;
  const all = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const byProperty = Map.groupBy(all, ({ propertyName }) => propertyName);
  const properties = Object.entries(schema.properties ?? {}).map(([property, own]) => {
    const rules = byProperty.get(property) ?? [];
    const [ofItems, ofAll] = [rules.filter(({ each }) => each), rules.filter(({ each }) => !each)];
    const base = typeof own === 'object' ? own : {};
    const items =
      ofItems.length > 0 && typeof base.items === 'object' ? { items: { ...base.items, ...merged(ofItems) } } : {};
    const isNamed = '$ref' in base || 'enum' in base || 'anyOf' in base;
    const { enum: values, ...limits } = merged(ofAll);
    return [property, { ...base, ...limits, ...(values && !isNamed && { enum: values }), ...items }];
  });
  const optional = new Set(
    all.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION).map(({ propertyName }) => propertyName),
  );
  const required = (schema.required ?? []).filter((property) => !optional.has(property));
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}
