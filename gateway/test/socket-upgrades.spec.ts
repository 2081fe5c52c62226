import 'reflect-metadata';
import { type IncomingMessage, type RequestOptions, type Server, createServer, request } from 'node:http';
import { type AddressInfo, type Server as TcpServer, type Socket, createServer as createTcpServer } from 'node:net';
import { type FreshServer, eventually, freshNats, freshRedis } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../src/create-gateway.js';
import { gatewaySettings } from './settings.js';

let nats: FreshServer;
let redis: FreshServer;
let gateway: NestFastifyApplication | undefined;
let realtime: Server | TcpServer | undefined;
const connections = new Set<Socket>();

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
});

afterEach(async () => {
  await gateway?.close();
  for (const socket of connections) socket.destroy();
  connections.clear();
  await new Promise((resolve) => (realtime ? realtime.close(resolve) : resolve(undefined)));
  [gateway, realtime] = [undefined, undefined];
});

afterAll(() => Promise.all([nats.stop(), redis.stop()]));

const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;

async function listening<Listener extends Server | TcpServer>(server: Listener): Promise<Listener> {
  server.on('connection', (socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Starts a gateway in front of this replica of realtime. @returns its port */
async function gatewayBefore(server: Server | TcpServer): Promise<number> {
  realtime = server;
  const settings = gatewaySettings(nats.url, redis.url, { REALTIME_URL: `http://127.0.0.1:${portOf(server)}` });
  gateway = await createGateway(settings);
  await gateway.listen(0, '127.0.0.1');
  return portOf(gateway.getHttpServer());
}

interface Outcome {
  answer: IncomingMessage;
  /** The connection after an accepted upgrade. */
  socket?: Socket;
}

/** Asks for a WebSocket as a browser does. @throws when the connection breaks without an answer */
const upgrade = (port: number, options: RequestOptions = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/socket.io/?EIO=4&transport=websocket',
      ...options,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...options.headers,
      },
    });
    asked.once('upgrade', (answer, socket: Socket) => resolve({ answer, socket }));
    asked.once('response', (answer) => resolve({ answer: answer.resume() }));
    asked.once('error', reject);
    asked.end();
  });

/** A replica that accepts upgrades and sends every byte back. @param seen the upgrades' headers */
const echoing = (seen: IncomingMessage['headers'][] = []): Promise<Server> =>
  listening(
    createServer().on('upgrade', ({ headers }, socket) => {
      seen.push(headers);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.pipe(socket);
    }),
  );

describe('a WebSocket', () => {
  it('carries bytes in both directions', async () => {
    const { answer, socket } = await upgrade(await gatewayBefore(await echoing()));
    expect(answer.statusCode).toBe(101);
    socket?.write('duet');
    const [received] = await new Promise<Buffer[]>((resolve) => socket?.once('data', (data) => resolve([data])));
    expect(String(received)).toBe('duet');
    socket?.destroy();
  });

  it('passes the origin to the replica, but no cookie and no claim about the caller', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const headers = {
      origin: 'http://page',
      cookie: 'duet=secret',
      authorization: 'Bearer x',
      'x-user-id': 'somebody',
    };
    const { socket } = await upgrade(await gatewayBefore(await echoing(seen)), { headers });
    expect(seen).toEqual([expect.objectContaining({ origin: 'http://page', upgrade: 'websocket' })]);
    for (const name of ['cookie', 'authorization', 'x-user-id']) expect(seen[0]).not.toHaveProperty(name);
    socket?.destroy();
  });

  it('is refused as its replica refuses it', async () => {
    const server = await listening(
      createServer().on('upgrade', (_request, socket) => {
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 13\r\n\r\nshutting down');
      }),
    );
    const { answer } = await upgrade(await gatewayBefore(server));
    expect(answer.statusCode).toBe(400);
  });

  it('is refused with 503 without a replica', async () => {
    const server = await echoing();
    const port = await gatewayBefore(server);
    await new Promise((resolve) => server.close(resolve));
    expect((await upgrade(port)).answer.statusCode).toBe(503);
  });

  it('is refused with 503 by a replica that is frozen', async () => {
    const port = await gatewayBefore(await listening(createTcpServer()));
    expect((await upgrade(port)).answer.statusCode).toBe(503);
  });

  it('ends when its replica dies', async () => {
    const { socket } = await upgrade(await gatewayBefore(await echoing()));
    for (const one of connections) one.resetAndDestroy();
    await eventually(() => expect(socket?.destroyed).toBe(true));
  });

  it('ends at its replica when the browser vanishes, and the gateway serves the next one', async () => {
    const port = await gatewayBefore(await echoing());
    const { socket } = await upgrade(port);
    const [atReplica] = connections;
    socket?.resetAndDestroy();
    await eventually(() => expect(atReplica?.destroyed).toBe(true));
    const next = await upgrade(port);
    expect(next.answer.statusCode).toBe(101);
    next.socket?.destroy();
  });

  it('ends at a frozen replica when the browser leaves during the handshake', async () => {
    const port = await gatewayBefore(await listening(createTcpServer()));
    const left = new AbortController();
    const asked = upgrade(port, { signal: left.signal });
    await eventually(() => expect(connections.size).toBe(1));
    left.abort();
    await expect(asked).rejects.toThrow('aborted');
    const [atReplica] = connections;
    atReplica?.resume();
    await eventually(() => expect(atReplica?.destroyed).toBe(true));
  });

  it('ends when the gateway stops, which does not wait for it', async () => {
    const { socket } = await upgrade(await gatewayBefore(await echoing()));
    await gateway?.close();
    await eventually(() => expect(socket?.destroyed).toBe(true));
  });

  it.each(['/', '/api/messages', '/socket.io', '/socket.io/../api', '//'])('is not opened at %s', async (path) => {
    const seen: IncomingMessage['headers'][] = [];
    const port = await gatewayBefore(await echoing(seen));
    await expect(upgrade(port, { path })).rejects.toThrow();
    expect(seen).toEqual([]);
  });
});
