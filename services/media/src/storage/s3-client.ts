import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client } from 'minio';
import type { MediaConfig } from '../config.js';

/** Milliseconds without traffic after which a connection in use is closed. */
const QUIET = 8_000;

/** Ends a silent connection with an error. Node removes the limit between two uses, so each use sets it again. */
function watch<Connection extends Duplex | null | undefined>(socket: Connection): Connection {
  if (socket instanceof Socket) socket.setTimeout(QUIET);
  return socket;
}

function withIdleTimeout<Connection extends Duplex | null | undefined>(socket: Connection): Connection {
  if (socket instanceof Socket)
    socket.once('timeout', () => socket.destroy(new Error(`S3 sent nothing for ${QUIET} ms`)));
  return watch(socket);
}

class HttpAgent extends http.Agent {
  override createConnection(
    ...args: Parameters<http.Agent['createConnection']>
  ): ReturnType<http.Agent['createConnection']> {
    return withIdleTimeout(super.createConnection(...args));
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(watch(socket), request);
  }
}

class HttpsAgent extends https.Agent {
  override createConnection(
    ...args: Parameters<https.Agent['createConnection']>
  ): ReturnType<https.Agent['createConnection']> {
    return withIdleTimeout(super.createConnection(...args));
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    super.reuseSocket(watch(socket), request);
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
