import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { product } from './product.js';

/** A proxy between one browser and the product. It can cut the network and route sockets to another replica. */
export interface NetworkProxy {
  url: string;
  /** Destroys all connections and refuses new ones, like a lost network. */
  disconnect: () => void;
  reconnect: () => void;
  /** From now on the service worker differs by a byte, as that of another build. */
  deploy: () => void;
  close: () => void;
}

interface NetworkProxyOptions {
  /** Where sockets connect; the product by default. */
  realtimeUrl?: string;
  /** false: refuses upgrades, like a proxy without WebSocket support. */
  webSockets?: boolean;
}

export async function networkProxy({
  realtimeUrl = product.url,
  webSockets = true,
}: NetworkProxyOptions = {}): Promise<NetworkProxy> {
  const connections = new Set<Socket>();
  let isDisconnected = false;
  let builds = 0;

  const forward = (incoming: IncomingMessage) => {
    const isSocket = incoming.url?.startsWith('/socket.io') === true;
    const { origin, ...headers } = incoming.headers;
    // Realtime accepts sockets from the product's own origin only.
    const forwardedHeaders = origin === undefined ? headers : { ...headers, origin: product.url };
    return request(new URL(incoming.url ?? '/', isSocket ? realtimeUrl : product.url), {
      method: incoming.method ?? 'GET',
      // The worker's script comes whole and plain, so that it can be changed.
      headers: incoming.url === '/sw.js' ? { host: headers.host } : forwardedHeaders,
    });
  };

  const server = createServer((incoming, outgoing) => {
    const onward = forward(incoming);
    onward.on('response', (answer) => {
      const isNewer = builds > 0 && incoming.url === '/sw.js' && answer.statusCode === 200;
      const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, isNewer ? rest : answer.headers);
      answer.pipe(outgoing, { end: !isNewer });
      if (isNewer) answer.on('end', () => outgoing.end(`\n//${builds}`));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });

  server.on('upgrade', (incoming, socket) => {
    if (!webSockets) return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    const onward = forward(incoming);
    onward.on('upgrade', (answer, further, head) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(head);
      further.pipe(socket).pipe(further);
      further.on('error', () => socket.destroy());
      socket.on('error', () => further.destroy()).on('close', () => further.destroy());
    });
    onward.on('response', () => socket.destroy());
    onward.on('error', () => socket.destroy());
    onward.end();
  });

  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    if (isDisconnected) socket.destroy();
  });

  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const destroyAll = (): void => {
    for (const socket of connections) socket.destroy();
  };
  return {
    url: `http://localhost:${port}`,
    disconnect: () => {
      isDisconnected = true;
      destroyAll();
    },
    reconnect: () => {
      isDisconnected = false;
    },
    deploy: () => {
      builds += 1;
    },
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
