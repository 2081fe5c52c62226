import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The behaviour of S3: normal, closing connections, silent, answering 500, acknowledging without storing, corrupting,
 * truncating, sending a byte now and then of each object or of each acknowledgement, or storing once `release` is called.
 */
type Mood =
  | 'open'
  | 'down'
  | 'mute'
  | 'late'
  | 'failing'
  | 'forgetful'
  | 'garbling'
  | 'cutting'
  | 'dripping-objects'
  | 'dripping-acknowledgements';

/** Milliseconds between two bytes of a dripping server: shorter than any limit for silence. */
const DRIP = 500;

/** Sends text a byte at a time until the client closes the connection. */
function drip({ socket }: IncomingMessage, head: string, body: string): void {
  socket.write(head);
  let sent = 0;
  const timer = setInterval(() => socket.write(body[sent++ % body.length] ?? ''), DRIP);
  socket.once('close', () => clearInterval(timer));
}

/** A proxy in front of the real S3 server, so that one suite can make it fail while others use it. */
export class S3Gate {
  mood: Mood = 'open';
  /** How many objects clients began to store. */
  puts = 0;
  private readonly held: (() => Promise<void>)[] = [];
  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  static async before(endpoint: string): Promise<S3Gate> {
    const server = createServer((incoming, outgoing) => gate.pass(incoming, outgoing, endpoint));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const gate = new S3Gate(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return gate;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Stores what came while S3 was `late`, whether its client still waits or not. */
  async release(): Promise<void> {
    this.mood = 'open';
    await Promise.all(this.held.splice(0).map((store) => store()));
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse, endpoint: string): void {
    if (incoming.method === 'PUT') this.puts += 1;
    if (this.mood === 'late' && incoming.method === 'PUT') return this.hold(incoming, endpoint);
    if (this.mood === 'down') return void incoming.socket.destroy();
    if (this.mood === 'mute') return void incoming.resume();
    if (this.mood === 'failing') return void outgoing.writeHead(500).end();
    if (this.mood === 'forgetful' && incoming.method === 'PUT') {
      return void incoming.resume().once('end', () => outgoing.writeHead(200, { etag: '"0"' }).end());
    }
    if (this.mood === 'dripping-acknowledgements' && incoming.method === 'PUT')
      return void incoming.resume().once('end', () => drip(incoming, 'HTTP/1.1 200 OK\r\nx-slow: ', 'x'));
    if (this.mood === 'dripping-objects' && incoming.method === 'GET')
      return drip(incoming, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'x');
    const { hostname, port } = new URL(endpoint);
    // The signature covers the Host header, so it must not change.
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (this.mood === 'cutting' && incoming.method === 'GET')
          return void answer.once('data', (bytes: Buffer) =>
            outgoing.write(bytes.subarray(0, 1), () => outgoing.destroy()),
          );
        if (this.mood === 'garbling') answer.on('data', (bytes: Buffer) => bytes.fill(0));
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }

  private hold(incoming: IncomingMessage, endpoint: string): void {
    const body = incoming.toArray();
    body.catch(() => undefined);
    const { hostname, port } = new URL(endpoint);
    this.held.push(async () => {
      const onward = request({ hostname, port, path: incoming.url, method: 'PUT', headers: incoming.headers });
      onward.end(Buffer.concat(await body));
      const [answer]: IncomingMessage[] = await once(onward, 'response');
      answer?.resume();
    });
  }
}
