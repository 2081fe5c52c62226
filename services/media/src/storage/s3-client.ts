import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client } from 'minio';
import type { MediaConfig } from '../config.js';

/** A connection on which nothing has moved for this long is given up, in milliseconds. */
const QUIET = 8_000;

/** A connection that falls silent while somebody waits ends with an error. Node takes the limit off between two uses. */
function watch<Connection extends Duplex | null | undefined>(socket: Connection): Connection {
  if (socket instanceof Socket) socket.setTimeout(QUIET);
  return socket;
}

function impatient<Connection extends Duplex | null | undefined>(socket: Connection): Connection {
  if (socket instanceof Socket) socket.once('timeout', () => socket.destroy(new Error(`S3 said nothing for ${QUIET} ms`)));
  return watch(socket);
}

class HttpAgent extends http.Agent {
  override createConnection(...args: Parameters<http.Agent['createConnection']>): ReturnType<http.Agent['createConnection']> {
    return impatient(super.createConnection(...args));
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(watch(socket), request);
  }
}

class HttpsAgent extends https.Agent {
  override createConnection(...args: Parameters<https.Agent['createConnection']>): ReturnType<https.Agent['createConnection']> {
    return impatient(super.createConnection(...args));
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(watch(socket), request);
  }
}

/** The S3 client and the connections it holds; any S3 server that knows path-style addresses will do. */
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
    // Whoever asked decides about another try: it knows how long it can wait.
    retryOptions: { disableRetry: true },
  });
  return { client, agent };
}
