import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestKeys, accessToken, testKeys } from '@duet/testing';
import { type Edge, startEdge } from './edge.js';
import { type Known, startPeers } from './peers.js';

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

/** What a caller would like to decide and must not. */
const FOREIGN = [
  'isAdmin', 'role', '_id', 'userId', 'sessionId', 'coupleId', 'senderId', 'emailVerified', 'emailVerifiedAt', 'passwordHash', 'version', 'createdAt', 'seq', 'rev', 'partner',
];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const METHODS: Record<string, Method> = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' };

interface Call {
  method: Method;
  path: string;
  properties: Record<string, Schema>;
}

const resolve = (schema: Schema): Schema => (schema.$ref ? (DOCUMENT.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema);

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

const WITH_QUERY = OPERATIONS.filter(({ operation }) => operation.parameters?.some((parameter) => parameter.in === 'query'));

const FIELDS = WITH_BODY.flatMap((call) => Object.keys(call.properties).map((field) => ({ ...call, field })));

let keys: TestKeys;
let edge: Edge<Awaited<ReturnType<typeof startPeers>>>;
let known: Known;

beforeAll(async () => {
  keys = testKeys();
  edge = await startEdge(keys, startPeers);
  ({ known } = edge.peers);
});

afterAll(() => edge.stop());

/** Each as another person from another address: the limits are not what is tested here. */
async function send(method: Method, path: string, body?: object): Promise<{ status: number; code: string; fields: string[] }> {
  known.asked = [];
  const authorization = `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}`;
  const url = path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const answer = await edge.app.inject({ method, url, remoteAddress: `2001:db8::${randomUUID().slice(0, 4)}`, headers: { authorization }, ...(body && { payload: body }) });
  const { code, errors = [] }: { code: string; errors?: { field: string }[] } = answer.json();
  return { status: answer.statusCode, code, fields: errors.map(({ field }) => field) };
}

it('finds the bodies and queries that it is about', () => {
  expect(WITH_BODY.length).toBeGreaterThan(25);
  expect(FIELDS.length).toBeGreaterThan(40);
  expect(WITH_QUERY.length).toBeGreaterThan(5);
});

describe('nobody sets what is not theirs to set', () => {
  it.each(WITH_BODY)('$method $path names every field it does not know, and asks no service', async ({ method, path, properties }) => {
    const foreign = FOREIGN.filter((name) => !Object.hasOwn(properties, name));
    const answer = await send(method, path, Object.fromEntries(foreign.map((name) => [name, 'x'])));
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.fields).toEqual(expect.arrayContaining(foreign));
    expect(known.asked).toEqual([]);
  });

  it.each(WITH_QUERY)('$method $path knows no such query', async ({ method, path }) => {
    const answer = await send(method, `${path}?isAdmin=true`);
    expect([answer.status, answer.code, answer.fields]).toEqual([400, 'VALIDATION_FAILED', expect.arrayContaining(['isAdmin'])]);
    expect(known.asked).toEqual([]);
  });
});

describe('nothing but the type that is due gets in', () => {
  it.each(FIELDS)('$method $path refuses an operator as $field', async ({ method, path, field }) => {
    const answer = await send(method, path, { [field]: { $ne: null } });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.fields.some((name) => name === field || name.startsWith(`${field}.`))).toBe(true);
    expect(known.asked).toEqual([]);
  });
});
