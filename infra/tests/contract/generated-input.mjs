import { ROUTES } from '../authorisation/routes.mjs';
import { SOCKET_EVENTS } from '../authorisation/socket-events.mjs';
import { ODD_PARAMETERS, ODD_VALUES } from './odd-values.mjs';

/**
 * Requests and socket events that no well-behaved client sends, generated from the API document and the rows of the
 * authorisation matrix: each begins as a valid one and is changed in one to four places.
 * @typedef {import('../authorisation/world.mjs').World} World
 * @typedef {import('../faults/random.mjs').Random} Random
 * @typedef {{route: string, method: string, path: string, headers: Record<string, string>, body: Buffer | null}} Request
 * @typedef {{event: string, data: unknown}} SocketEvent
 */

/** JSON text that `JSON.stringify` would not write. */
class Raw {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @param {unknown} value @returns {string} */
function write(value) {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => `${JSON.stringify(key)}:${write(one)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** Names that every object inherits. */
const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'toJSON'];

const TEXTS = [
  ...INHERITED,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202e\u2066\u2069',
  '👩‍❤️‍💋‍👨',
  'é́́́́',
  '\u{10ffff}',
  '%00',
  '%_\\',
  "'; DROP TABLE x; --",
  '${7*7}{{7*7}}',
  '((((a+)+)+)+)+$',
  '../../etc/passwd',
  '<script>',
  'a'.repeat(257),
  'ä'.repeat(5_001),
  '\n'.repeat(300),
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '{0d2f4a3e-1111-4222-8333-444455556666}',
  '0d2f4a3e111142228333444455556666',
  '0000-00-00',
  '0001-01-01',
  '10000-01-01',
  '2026-02-30',
  '2026-13-45T25:61:61Z',
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '+294277-01-01T00:00:00.000Z',
  '2026-11-24T24:00:00Z',
  '2026-11-24T12:00:00+99:99',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'Etc/GMT+99',
  '+99:99',
  'EuropE/berlin',
  'http://[::1]:99999/',
  'https://\0.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'a@b',
  `${'a'.repeat(300)}@example.org`,
  'ö@exämple.org',
  'eyJhIjoxfQ',
  '=',
  '////',
  'xn--',
];

const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '123456789012345678901234567890',
  '8640000000000001',
].map((text) => new Raw(text));

const HEADERS = [
  ['accept', '*/*;q=nan, ,;'],
  ['accept-language', '*-*;q=9,____,x'.repeat(20)],
  ['accept-encoding', 'br;q=0, *;q=-1'],
  ['cookie', 'duet_refresh=%; =; ;;__proto__=1'],
  ['if-none-match', 'W/"'],
  ['if-modified-since', 'Foo, 99 Bar 99999'],
  ['range', 'bytes=99-1'],
  ['range', 'bytes=-0,0-,9999999999999999999-'],
  ['origin', 'null'],
  ['origin', 'https://%00'],
  ['traceparent', '00-zz-zz-zz'],
  ['user-agent', 'ÿ'.repeat(600)],
  ['user-agent', ''],
  ['x-request-id', 'x'.repeat(4_000)],
  ['x-forwarded-host', '[::'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'a.'.repeat(500)}`],
  ['authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['authorization', 'Basic ÿÿ'],
];

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-16',
  'application/json; charset=\u00ff',
  'application/json;;;',
  'application/vnd.api+json',
  '/',
  'x'.repeat(300),
];

/** Broken encodings of a body. @type {readonly ((json: Buffer) => Buffer)[]} */
const ENCODINGS = [
  (json) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json]),
  (json) => Buffer.from(json.toString('utf8'), 'utf16le'),
  (json) => Buffer.from(json.toString('utf8').replace(/[a-z]/, '\u00ff'), 'latin1'),
  (json) => Buffer.concat([json.subarray(0, -2), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]), json.subarray(-2)]),
  (json) => json.subarray(0, json.length / 2),
  (json) => Buffer.concat([json, json]),
  (json) => Buffer.concat([json, Buffer.alloc(5)]),
  () => Buffer.alloc(0),
  () => Buffer.from('0'),
  () => Buffer.alloc(2_000_000, 0x20),
  (json) => Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(1_500_000, 0x61), Buffer.from('",'), json.subarray(1)]),
];

/** @param {any} document the API document @param {Random} random @param {() => World} world the present people */
export function createGenerator(document, random, world) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => ({ route: `${verb.toUpperCase()} ${path}`, path, operation })),
  );
  const events = Object.keys(SOCKET_EVENTS);

  /** @param {any} schema */
  const resolved = (schema) => (schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema);

  const id = () => {
    const { owner, partner, stranger, chat, message, file, date, formerMessage } = world();
    return random.pick([owner.id, partner.id, stranger.id, chat, message.id, file.id, date.id, formerMessage.id]);
  };

  /** @param {any} schema */
  function text({ format, minLength = 0, maxLength = 60 }) {
    if (format === 'uuid') return id();
    if (format === 'date-time')
      return `20${random.below(80) + 10}-0${random.below(9) + 1}-1${random.below(9)}T10:00:00Z`;
    if (format === 'date') return `20${random.below(80) + 10}-0${random.below(9) + 1}-1${random.below(9)}`;
    const length = random.pick([minLength - 1, minLength, Math.min(maxLength, 8), maxLength, maxLength + 1]);
    return random.pick(['x', '1', 'é', '👍', ' ']).repeat(Math.max(0, Math.min(length, 20_000)));
  }

  /** A value at the edges of its schema. @param {any} given @param {number} depth @returns {unknown} */
  function sample(given, depth = 0) {
    const schema = resolved(given) ?? {};
    const variants = schema.oneOf ?? schema.anyOf ?? schema.allOf;
    if (variants) return sample(random.pick(variants), depth + 1);
    if (schema.enum) return random.pick(schema.enum);
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    if (type === 'string') return text(schema);
    if (type === 'boolean') return random.chance(0.5);
    if (type === 'number' || type === 'integer') {
      const { minimum = 0, maximum = 100 } = schema;
      return random.pick([minimum - 1, minimum, minimum + 1, maximum, maximum + 1, (minimum + maximum) / 2]);
    }
    if (depth > 6) return null;
    if (type === 'array') {
      const { minItems = 0, maxItems = 5 } = schema;
      const length = Math.min(random.pick([minItems, minItems + 1, maxItems, maxItems + 1]), 300);
      return Array.from({ length }, () => sample(schema.items, depth + 1));
    }
    if (type === 'object' || schema.properties)
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
          .map(([name, one]) => [name, sample(one, depth + 1)]),
      );
    return null;
  }

  /** @returns {unknown} */
  const odd = () => {
    const kind = random.below(4);
    if (kind === 0) return new Raw(random.pick(ODD_VALUES).json);
    if (kind === 1) return random.pick(NUMBERS);
    if (kind === 2) return random.pick(TEXTS);
    return random.pick([id(), null, true, [], {}, [id(), id()], [[]], { id: id() }]);
  };

  /** A copy that is changed in one place. @param {any} value @param {number} depth @returns {unknown} */
  function changed(value, depth = 0) {
    const isList = Array.isArray(value);
    const isObject = typeof value === 'object' && value !== null && !(value instanceof Raw) && !isList;
    if (depth > 8 || (!isList && !isObject) || random.chance(0.12)) {
      if (random.chance(0.15)) return random.pick([[value], { value }, [value, value], write(value)]);
      return typeof value === 'string' && random.chance(0.2) ? `${value}${random.pick(TEXTS)}` : odd();
    }
    if (isList) {
      const copy = [...value];
      const at = random.below(copy.length + 1);
      if (at === copy.length) copy.push(copy.length > 0 && random.chance(0.5) ? copy[0] : odd());
      else copy[at] = changed(copy[at], depth + 1);
      return copy;
    }
    const entries = Object.entries(value);
    const at = random.below(entries.length + 1);
    if (at === entries.length) entries.push([random.pick(INHERITED), odd()]);
    else if (random.chance(0.1)) entries.splice(at, 1);
    else entries[at] = [entries[at][0], changed(entries[at][1], depth + 1)];
    return Object.fromEntries(entries);
  }

  /** @param {unknown} value */
  function severalTimes(value) {
    let result = value;
    for (let times = random.below(4); times >= 0; times -= 1) result = changed(result);
    return result;
  }

  const parameter = () =>
    random.chance(0.5) ? random.pick(ODD_PARAMETERS) : encodeURIComponent(random.pick(TEXTS).toWellFormed());

  /** @param {any} operation @param {string} given the query of a valid call */
  function query(operation, given) {
    const pairs = [...new URLSearchParams(given)].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    for (const { in: place, name, schema } of operation.parameters ?? []) {
      if (place !== 'query' || random.chance(0.4)) continue;
      const value = random.chance(0.4) ? encodeURIComponent(String(sample(schema)).toWellFormed()) : parameter();
      pairs.push(
        random.pick([
          `${name}=${value}`,
          `${name}[]=${value}`,
          `${name}=${value}&${name}=x`,
          `${name}[${value}]=1`,
          name,
        ]),
      );
    }
    if (random.chance(0.05)) pairs.push(`${random.pick(INHERITED)}=${parameter()}`, '&&=&%=');
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  }

  /** @param {any} schema @returns {{type: string, body: Buffer}} */
  function form(schema) {
    const boundary = 'boundary-of-a-form';
    const parts = [];
    for (const [name, given] of Object.entries(resolved(schema)?.properties ?? {})) {
      if (random.chance(0.25)) continue;
      const one = resolved(given);
      const isFile = JSON.stringify(one).includes('binary');
      const file = random.pick([
        'a.png',
        'a.txt',
        '',
        '../../x',
        '\0',
        'x'.repeat(400),
        'a"b.png',
        'é.webm',
        'con.svg',
      ]);
      const content = random.pick([
        Buffer.alloc(0),
        Buffer.from('text'),
        Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff', 'hex'),
        Buffer.from('ffd8ffe000104a464946', 'hex'),
        Buffer.from('1a45dfa3', 'hex'),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        Buffer.alloc(300_000, 0xff),
      ]);
      const value = random.chance(0.5) ? String(sample(one) ?? '') : random.pick(TEXTS);
      const disposition = `form-data; name="${random.chance(0.1) ? random.pick(INHERITED) : name}"`;
      const head = isFile
        ? `${disposition}; filename="${file}"\r\nContent-Type: ${random.pick(['image/png', 'text/plain', '/', ''])}`
        : disposition;
      for (let times = random.chance(0.1) ? 12 : 1; times > 0; times -= 1)
        parts.push(
          Buffer.from(`--${boundary}\r\nContent-Disposition: ${head}\r\n\r\n`),
          isFile ? content : Buffer.from(value),
          Buffer.from('\r\n'),
        );
    }
    parts.push(Buffer.from(`--${boundary}--\r\n`));
    const whole = Buffer.concat(parts);
    const body = random.chance(0.15) ? whole.subarray(0, random.below(whole.length)) : whole;
    return { type: `multipart/form-data; boundary=${random.chance(0.05) ? 'other' : boundary}`, body };
  }

  /** @param {any} operation @param {unknown} given the body of a valid call @returns {{type?: string, body: Buffer | null}} */
  function bodyOf(operation, given) {
    const content = operation.requestBody?.content ?? {};
    const asForm = content['multipart/form-data'];
    if (asForm && (!content['application/json'] || random.chance(0.5))) return form(asForm.schema);
    const schema = content['application/json']?.schema;
    if (!schema && random.chance(0.9)) return { body: null };
    const made = sample(schema);
    const base =
      given && !(given instanceof FormData)
        ? { ...(random.chance(0.4) && typeof made === 'object' && made), ...given }
        : made;
    const json = Buffer.from(write(severalTimes(base)));
    const body = random.chance(0.08) ? random.pick(ENCODINGS)(json) : json;
    return { type: random.chance(0.04) ? random.pick(CONTENT_TYPES) : 'application/json', body };
  }

  /** @returns {Request} */
  function request() {
    const { route, path: template, operation } = random.pick(operations);
    const people = world();
    const base = /** @type {any} */ (ROUTES[route]?.call?.(people, 'owner') ?? {});
    const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name) =>
      random.chance(0.25) ? parameter() || 'x' : (base.path?.[name] ?? id()),
    );
    const { type, body } = bodyOf(operation, base.body);
    const by = random.pick([people.owner, people.owner, people.owner, people.partner, people.stranger]);
    const headers = {
      ...(!random.chance(0.04) && { authorization: `Bearer ${by.token}` }),
      ...(type !== undefined && { 'content-type': type }),
      // The product under test trusts this header from loopback, so that no limit of an address refuses a request.
      'x-forwarded-for': `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
      ...(random.chance(0.06) && Object.fromEntries([random.pick(HEADERS)])),
      ...(body && random.chance(0.02) && { 'content-encoding': random.pick(['gzip', 'br', 'x', '']) }),
    };
    return {
      route,
      method: route.split(' ')[0] ?? '',
      path: `${path}${query(operation, base.query ?? '')}`,
      headers,
      body,
    };
  }

  /** @returns {SocketEvent} */
  function socketEvent() {
    const event = random.chance(0.1) ? random.pick(INHERITED) : random.pick(events);
    const base = events.includes(event) ? SOCKET_EVENTS[event].data(world()) : { chatId: world().chat };
    const json = write(severalTimes(base));
    // The client library cannot write deeper values; the tests of realtime send such frames.
    return { event, data: json.length > 20_000 ? null : JSON.parse(json) };
  }

  return { request, socketEvent };
}
