import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, PUSH_TOKEN } from '@duet/contracts';
import { type TestKeys, accessToken, testKeys } from '@duet/testing';
import { type Edge, startEdge } from './edge.js';
import { type PeerState, startPeers } from './peers.js';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
}

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const DOCUMENT: Document = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8'));

/** Fields that no caller may set. */
const PROTECTED = [
  'isAdmin',
  'role',
  '_id',
  'userId',
  'sessionId',
  'coupleId',
  'senderId',
  'emailVerified',
  'emailVerifiedAt',
  'passwordHash',
  'version',
  'createdAt',
  'seq',
  'rev',
  'partner',
];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const METHODS: Record<string, Method> = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' };

interface Call {
  method: Method;
  path: string;
  properties: Record<string, Schema>;
}

const resolve = (schema: Schema): Schema =>
  schema.$ref ? (DOCUMENT.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([verb, operation]) => {
    const method = METHODS[verb];
    return method ? [{ method, path, operation }] : [];
  }),
);

const WITH_BODY: Call[] = OPERATIONS.flatMap(({ method, path, operation }) => {
  const json = operation.requestBody?.content['application/json'];
  return json ? [{ method, path, properties: resolve(json.schema).properties ?? {} }] : [];
});

const WITH_QUERY = OPERATIONS.filter(({ operation }) =>
  operation.parameters?.some((parameter) => parameter.in === 'query'),
);

/** The calls with a body that only the token of a push may make. */
const BY_PUSH_TOKEN = new Set(['/api/push/reply']);

const FIELDS = WITH_BODY.flatMap((call) => Object.keys(call.properties).map((field) => ({ ...call, field })));

let keys: TestKeys;
let edge: Edge<Awaited<ReturnType<typeof startPeers>>>;
let state: PeerState;

beforeAll(async () => {
  keys = testKeys();
  edge = await startEdge(keys, startPeers);
  ({ state } = edge.peers);
});

afterAll(() => edge.stop());

/** Calls as a new user from a new address, so that rate limits do not interfere. */
async function callAsStranger(
  method: Method,
  path: string,
  body?: object,
): Promise<{ status: number; code: string; fields: string[] }> {
  state.calls = [];
  const actor = { userId: randomUUID(), sessionId: randomUUID() };
  const token = BY_PUSH_TOKEN.has(path)
    ? accessToken(keys, { ...actor, about: randomUUID() }, LIMITS.accessTokenSeconds, PUSH_TOKEN)
    : accessToken(keys, actor);
  const authorization = `Bearer ${token}`;
  const url = path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const answer = await edge.app.inject({
    method,
    url,
    remoteAddress: `2001:db8::${randomUUID().slice(0, 4)}`,
    headers: { authorization },
    ...(body && { payload: body }),
  });
  const { code, errors = [] }: { code: string; errors?: { field: string }[] } = answer.json();
  return { status: answer.statusCode, code, fields: errors.map(({ field }) => field) };
}

it('covers the bodies and queries of the API document', () => {
  expect(WITH_BODY.length).toBeGreaterThan(25);
  expect(FIELDS.length).toBeGreaterThan(40);
  expect(WITH_QUERY.length).toBeGreaterThan(5);
});

describe('unknown fields', () => {
  it.each(WITH_BODY)(
    'are named in the refusal of $method $path, which calls no service',
    async ({ method, path, properties }) => {
      const unknownFields = PROTECTED.filter((name) => !Object.hasOwn(properties, name));
      const answer = await callAsStranger(method, path, Object.fromEntries(unknownFields.map((name) => [name, 'x'])));
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.fields).toEqual(expect.arrayContaining(unknownFields));
      expect(state.calls).toEqual([]);
    },
  );

  it.each(WITH_QUERY)('are rejected in the query of $method $path', async ({ method, path }) => {
    const answer = await callAsStranger(method, `${path}?isAdmin=true`);
    expect([answer.status, answer.code, answer.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.arrayContaining(['isAdmin']),
    ]);
    expect(state.calls).toEqual([]);
  });
});

describe('names without number', () => {
  const names = Array.from({ length: 1_000 }, (_, place) => `x${place}`);

  it.each(WITH_BODY)('are refused in the body of $method $path, all by one error', async ({ method, path }) => {
    const answer = await callAsStranger(method, path, Object.fromEntries(names.map((name) => [name, 1])));
    expect([answer.status, answer.code, answer.fields]).toEqual([400, 'VALIDATION_FAILED', ['x100']]);
    expect(state.calls).toEqual([]);
  });

  it.each(WITH_QUERY)('are refused in the query of $method $path, all by one error', async ({ method, path }) => {
    const answer = await callAsStranger(method, `${path}?${names.join('=&')}`);
    expect([answer.status, answer.code, answer.fields]).toEqual([400, 'VALIDATION_FAILED', ['x100']]);
    expect(state.calls).toEqual([]);
  });
});

describe('values of the wrong type', () => {
  it.each(FIELDS)('are rejected as $field of $method $path', async ({ method, path, field }) => {
    const answer = await callAsStranger(method, path, { [field]: { $ne: null } });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.fields.some((name) => name === field || name.startsWith(`${field}.`))).toBe(true);
    expect(state.calls).toEqual([]);
  });
});
