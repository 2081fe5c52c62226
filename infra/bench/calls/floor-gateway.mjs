/* First half of the floor of a call: Fastify, and one bus request for each call. No token, no check, no limit. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { ROOT } from '../../local/places.mjs';

// The product's own copy, so that both use the same version.
const { fastify } = createRequire(join(ROOT, 'gateway', 'package.json'))('fastify');

const bus = await connect({ servers: process.env.NATS_URL, noAsyncTraces: true });
const server = fastify();

/** @param {string} subject @param {string} payload */
const ask = async (subject, payload) => (await bus.request(subject, payload, { timeout: 10_000 })).string();

server.get('/read/:name', async (/** @type {{params: {name: string}}} */ { params }, /** @type {any} */ reply) =>
  reply.type('application/json').send(await ask('floor.read', params.name)),
);
server.post('/write', async (/** @type {{body: object}} */ { body }, /** @type {any} */ reply) =>
  reply
    .code(201)
    .type('application/json')
    .send(await ask('floor.insert', JSON.stringify(body))),
);

await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
