import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client } from 'minio';
import type { MediaConfig } from '../config.js';

/** Milliseconds in which a connection in use has to move bytes. */
const QUIET = 8_000;

/** Fewest bytes in that time: a server that sends a byte now and then would occupy a call for ever. */
const FEWEST = 64 * 1024;

const movedBy = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;

/** The timer of each connection in use. */
const timers = new WeakMap<Socket, NodeJS.Timeout>();

/** Ends a silent or dripping connection with an error. Call it at each use. */
function watch<Connection extends Duplex | null | undefined>(socket: Connection): Connection {
  if (!(socket instanceof Socket)) return socket;
  let before = movedBy(socket);
  unwatch(socket);
  const timer = setInterval(() => {
    const moved = movedBy(socket);
    if (socket.destroyed) clearInterval(timer);
    else if (moved - before < FEWEST) socket.destroy(new Error(`S3 moved ${moved - before} bytes within ${QUIET} ms`));
    before = moved;
  }, QUIET);
  timers.set(socket, timer.unref());
  return socket;
}

/** Lets an unused connection be silent. */
function unwatch(socket: Duplex): void {
  if (socket instanceof Socket) clearInterval(timers.get(socket));
}

class HttpAgent extends http.Agent {
  override createConnection(
    ...args: Parameters<http.Agent['createConnection']>
  ): ReturnType<http.Agent['createConnection']> {
    return watch(super.createConnection(...args));
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(watch(socket), request);
  }

  override keepSocketAlive(socket: Duplex): void {
    unwatch(socket);
    // Node's answer says whether the connection stays, although its type has none.
    return super.keepSocketAlive(socket);
  }
}

class HttpsAgent extends https.Agent {
  override createConnection(
    ...args: Parameters<https.Agent['createConnection']>
  ): ReturnType<https.Agent['createConnection']> {
    return watch(super.createConnection(...args));
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(watch(socket), request);
  }

  override keepSocketAlive(socket: Duplex): void {
    unwatch(socket);
    // Node's answer says whether the connection stays, although its type has none.
    return super.keepSocketAlive(socket);
  }
}

/** The S3 client and its connection pool. It uses path-style addresses. */
export function s3Client(config: MediaConfig): { client: Client; agent: http.Agent } {
  const endpoint = new URL(config.S3_ENDPOINT);
  const useSSL = endpoint.protocol === 'https:';
  const agent = useSSL ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const client = new Client({
    endPoint: endpoint.hostname,
    ...(endpoint.port && { port: Number(endpoint.port) }),
    useSSL,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    region: config.S3_REGION,
    pathStyle: true,
    transportAgent: agent,
    // Callers retry, because only they have deadlines.
    retryOptions: { disableRetry: true },
  });
  return { client, agent };
}
