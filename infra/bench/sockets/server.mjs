/*
 * One Nest gateway with eight socket events, in one of three variants: `plain` binds one listener per event in `handleConnection`,
 * `decorated` uses `@SubscribeMessage` with Nest's own adapter, `adapted` uses `@SubscribeMessage` with an adapter that binds
 * plain listeners. Handlers await once and acknowledge, as realtime's do.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';

// The product's own copies.
const require = createRequire(join(ROOT, 'services', 'realtime', 'package.json'));
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { FastifyAdapter } = require('@nestjs/platform-fastify');
const { IoAdapter } = require('@nestjs/platform-socket.io');
const { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } = require('@nestjs/websockets');

const [variant = 'plain'] = process.argv.slice(2);
const EVENTS = ['send', 'read', 'delivered', 'reaction', 'typing', 'join', 'leave', 'status'];

/** @param {unknown} data */
const answer = async (data) => {
  await Promise.resolve();
  return { ok: true, data };
};

class Gateway {
  /** @param {any} socket */
  handleConnection(socket) {
    Reflect.set(socket.conn, 'request', undefined);
    if (variant !== 'plain') return;
    for (const name of EVENTS)
      socket.on(name, (/** @type {unknown} */ data, /** @type {(value: unknown) => void} */ acknowledge) => {
        void answer(data).then(acknowledge);
      });
  }
}

/** @type {Record<string, unknown>} */
const methods = Object.getPrototypeOf(new Gateway());
if (variant !== 'plain') {
  for (const name of EVENTS) {
    const method = async (/** @type {unknown} */ _socket, /** @type {unknown} */ data) => answer(data);
    Object.defineProperty(methods, name, { value: method, writable: true, configurable: true });
    ConnectedSocket()(methods, name, 0);
    MessageBody()(methods, name, 1);
    SubscribeMessage(name)(methods, name, { value: method });
  }
}
WebSocketGateway()(Gateway);

class App {}
Module({ providers: [Gateway] })(App);

class PlainListeners extends IoAdapter {
  /** @override @param {any} socket @param {any[]} handlers */
  bindMessageHandlers(socket, handlers) {
    for (const { message, callback } of handlers)
      socket.on(message, (/** @type {unknown} */ data, /** @type {(value: unknown) => void} */ acknowledge) => {
        void callback(data).then(acknowledge);
      });
  }
}

const app = await NestFactory.create(App, new FastifyAdapter(), { logger: false });
app.useWebSocketAdapter(variant === 'adapted' ? new PlainListeners(app) : new IoAdapter(app));
await app.listen(0, '127.0.0.1');

const collect = /** @type {() => void} */ (/** @type {any} */ (globalThis).gc);
process.on('message', () => {
  collect();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, heap: process.memoryUsage().heapUsed });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: app.getHttpServer().address().port });
