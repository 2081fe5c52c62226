import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { product } from './product.js';

/** A way into the product of one browser's own: behind it other sockets than everybody's, and it can be shut. */
export interface Door {
  url: string;
  /** Cuts what is open and lets nothing in, as a network that is gone. */
  shut: () => void;
  open: () => void;
  close: () => void;
}

interface DoorOptions {
  /** Where sockets end; without it where the product sends them. */
  realtimeUrl?: string;
  /** Off, as behind a proxy that does not know them. */
  webSockets?: boolean;
}

export async function makeDoor({ realtimeUrl = product.url, webSockets = true }: DoorOptions = {}): Promise<Door> {
  const connections = new Set<Socket>();
  let isShut = false;

  const pass = (incoming: IncomingMessage) => {
    const isSocket = incoming.url?.startsWith('/socket.io') === true;
    const { origin, ...headers } = incoming.headers;
    // The one origin that may open sockets is the product's own.
    const told = origin === undefined ? headers : { ...headers, origin: product.url };
    return request(new URL(incoming.url ?? '/', isSocket ? realtimeUrl : product.url), { method: incoming.method ?? 'GET', headers: told });
  };

  const server = createServer((incoming, outgoing) => {
    const onward = pass(incoming);
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });

  server.on('upgrade', (incoming, socket) => {
    if (!webSockets) return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    const onward = pass(incoming);
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
    if (isShut) socket.destroy();
  });

  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of connections) socket.destroy();
  };
  return {
    url: `http://localhost:${port}`,
    shut: () => {
      isShut = true;
      cut();
    },
    open: () => {
      isShut = false;
    },
    close: () => {
      server.close();
      cut();
    },
  };
}
