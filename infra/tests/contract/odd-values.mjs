/**
 * A value that no well-behaved client sends, as its JSON text.
 * @typedef {{what: string, json: string}} Odd
 */

/** @param {string} what @param {unknown} value @returns {Odd} */
const odd = (what, value) => ({ what, json: JSON.stringify(value) });

/** Nested more deeply than any call stack. @param {string} open @param {string} close */
const nested = (open, close) => open.repeat(20_000) + close.repeat(20_000);

/** For every field of every body. @type {readonly Odd[]} */
export const ODD_VALUES = [
  odd('null', null),
  odd('true', true),
  odd('a negative number', -1),
  odd('a fraction', 0.5),
  odd('a number beyond a bigint', 1e30),
  odd('a number beyond an integer', 9_007_199_254_740_991),
  odd('an empty text', ''),
  odd('a long text', 'x'.repeat(100_000)),
  odd('NUL', 'a\0b'),
  odd('half a character', '\ud800'),
  odd('a list', []),
  odd('a list with null', [null]),
  odd('NUL in a list', [['a\0b']]),
  odd(
    'a long list',
    Array.from({ length: 20_000 }, () => 'x'),
  ),
  odd('an object', {}),
  odd('NUL in an object', { a: { b: '\0' } }),
  odd('a constructor', { constructor: 'Object' }),
  { what: 'a prototype', json: '{"__proto__":{"length":1}}' },
  { what: 'lists without end', json: nested('[', ']') },
  { what: 'objects without end', json: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
];

/** For a body as a whole; the empty text means no body. @type {readonly Odd[]} */
export const ODD_BODIES = [
  { what: 'no body', json: '' },
  { what: 'no JSON', json: '{"a":' },
  odd('null', null),
  odd('a text', 'text'),
  odd('a list', [{}]),
  odd('nothing in it', {}),
  { what: 'lists without end', json: nested('[', ']') },
];

/** Values for parameters of an address, already encoded. */
export const ODD_PARAMETERS = [
  '',
  'x',
  '-1',
  '0.5',
  '1e30',
  '9223372036854775808',
  '9007199254740991',
  'null',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '[]',
  '%7B%7D',
  'x'.repeat(5_000),
  "'%22;--",
  '2026-13-45',
  '2026-02-30T25:61:00Z',
];
