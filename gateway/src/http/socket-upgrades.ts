import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '@duet/contracts';
import type { Log } from '@duet/service-kit';
import type { FastifyInstance } from 'fastify';
import { createProxyServer } from 'http-proxy-3';
import type { Replicas } from './replicas.js';

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Completes the path of a request to a URL. */
const ORIGIN = 'http://gateway';

const SOCKET_PATH = '/socket.io/';

/** The headers that a replica gets. Cookies are for the gateway alone, and realtime trusts no other header. */
const PASSED = /^(?:host|connection|upgrade|origin|user-agent|sec-websocket-.+)$/;

const passedOn = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED.test(name)));

/** A session that began with polling stays with its replica. */
const sessionOf = (url: URL): string | undefined => url.searchParams.get('sid') ?? undefined;

/**
 * Connects WebSockets to replicas of realtime and copies their bytes. A client gets the replica's own answer, or 503:
 * a connection that is accepted here and closed before Socket.IO's handshake would leave the client waiting for its connect
 * time limit of 20 s (docs/decisions/0103).
 */
export function proxyUpgrades(server: FastifyInstance, realtime: Replicas, log: Log): void {
  const proxy = createProxyServer();
  const open = new Set<Duplex>();

  proxy.on('proxyReqWs', (asked: ClientRequest, _request: IncomingMessage, socket: Socket) => {
    // A replica that is frozen accepts connections and answers nothing. The library lifts this limit after the handshake.
    asked.setTimeout(LIMITS.serviceCallTimeout, () => asked.destroy(new Error('realtime did not answer in time')));
    // A browser may leave during the handshake.
    socket.once('close', () => asked.destroy());
  });
  // A browser that loses its network ends by an error. Without a listener the library would throw it.
  proxy.on('error', (cause) => log.debug({ err: cause }, 'socket connection broke'));

  server.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const url = URL.canParse(request.url ?? '', ORIGIN) ? new URL(request.url ?? '', ORIGIN) : null;
    if (url?.pathname !== SOCKET_PATH) return void socket.destroy();
    request.headers = passedOn(request.headers);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const written = socket.bytesWritten;
    proxy.ws(request, socket, head, { target: realtime.pickOrigin(sessionOf(url)) }, (cause) => {
      void realtime.refresh();
      // After the handshake the connection simply ends.
      if (socket.bytesWritten > written) return;
      log.warn({ err: cause }, 'socket upgrade failed');
      socket.write(REFUSAL);
    });
  });

  // The HTTP server would wait for its open WebSockets. Clients reconnect to another replica of the gateway.
  server.addHook('preClose', (done) => {
    for (const socket of open) socket.destroy();
    done();
  });
}
