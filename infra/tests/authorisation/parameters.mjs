import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';

/** @typedef {{type?: string, format?: string, items?: Schema, anyOf?: Schema[], $ref?: string, properties?: Record<string, Schema>}} Schema */
/** @typedef {{parameters?: {name: string, in: string, schema?: Schema}[], requestBody?: {content: Record<string, {schema: Schema}>}}} Operation */

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'));

/** @type {[string, Operation][]} */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => /** @type {[string, Operation]} */ ([`${method.toUpperCase()} ${path}`, operation]),
  ),
);

export const routes = operations.map(([route]) => route);

const typesOfSockets = readFileSync(join(ROOT, 'libs/contracts/src/realtime/socket-events.ts'), 'utf8');
const clientEvents = typesOfSockets.split('interface ClientToServerEvents')[1];
const interfaceBody = (/** @type {string} */ name) =>
  typesOfSockets.split(`interface ${name} {`)[1]?.split('}')[0] ?? '';

export const socketEvents = [...clientEvents.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]);

/** Clients generate these, so that they can repeat a call. */
const MADE_BY_CLIENTS = ['clientId', 'clientMessageId'];
/** Path parameters that are no ids: they name the variant of a picture or file. */
const FORMS = ['file', 'variant'];
/** Ids that are no UUIDs. */
const OTHER_IDS = ['oldEndpoint', 'templateId'];

/** Ids of Duet's own library, which everybody may read. */
const OF_THE_LIBRARY = ['POST /api/lists templateId', 'POST /api/stories/{templateId}/sessions templateId'];

/** The ids in a body at every level, by their paths: `card.id`, and without the place in a list `attachments.id`. @param {Schema} schema @param {string} [above] @returns {string[]} */
function idsIn(schema, above = '') {
  /** @type {Schema} */
  const {
    items,
    anyOf = [],
    properties = {},
  } = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  if (items) return idsIn(items, above);
  const inside = Object.entries(properties).flatMap(([name, inner]) =>
    [inner, inner.items, ...(inner.anyOf ?? [])].some((one) => one?.format === 'uuid') || OTHER_IDS.includes(name)
      ? [`${above}${name}`]
      : idsIn(inner, `${above}${name}.`),
  );
  return [...anyOf.flatMap((one) => idsIn(one, above)), ...inside];
}

/** @param {Operation} operation */
function idsOf({ parameters = [], requestBody }) {
  const inAddress = parameters
    .filter((one) => (one.in === 'path' && !FORMS.includes(one.name)) || one.schema?.format === 'uuid')
    .map(({ name }) => name);
  const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => idsIn(schema));
  return [...inAddress, ...inBody].filter((path) => !MADE_BY_CLIENTS.includes(path.split('.').at(-1) ?? ''));
}

/** @param {string} event */
function idsOfEvent(event) {
  const data = clientEvents.match(new RegExp(`^ {2}${event}: \\(data: (\\{.*?\\}|\\w+)`, 'm'))?.[1] ?? '';
  const fields = data.startsWith('{') ? data : interfaceBody(data);
  return [...fields.matchAll(/\b(\w*Id|replyTo)\??:/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !MADE_BY_CLIENTS.includes(name));
}

/** Every id that a client can send: `METHOD path parameter`, `socket event parameter`. */
export const idParameters = [
  ...operations
    .flatMap(([route, operation]) => idsOf(operation).map((name) => `${route} ${name}`))
    .filter((parameter) => !OF_THE_LIBRARY.includes(parameter)),
  ...socketEvents.flatMap((event) => idsOfEvent(event).map((name) => `socket ${event} ${name}`)),
];
