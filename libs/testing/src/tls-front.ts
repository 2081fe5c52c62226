import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import tls from 'node:tls';
import type { Certificate } from '@duet/infra/certificate';

export { selfSigned } from '@duet/infra/certificate';

/** Makes this process trust a certificate, as NODE_EXTRA_CA_CERTS does at the start of a process. */
export function trust({ cert }: Certificate): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
}

/** PostgreSQL's SSLRequest message: its length and its code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * A TLS proxy on localhost for a store without TLS. A PostgreSQL client first asks in plain text whether the server
 * supports TLS; for `postgres` URLs the proxy answers that request.
 */
export class TlsFront {
  /** The number of encrypted connections so far. */
  encrypted = 0;

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  /** Starts it in front of a store. @param store the store's URL */
  static async before(store: string, certificate: Certificate): Promise<TlsFront> {
    const { hostname, port, protocol } = new URL(store);
    const context = tls.createSecureContext(certificate);
    const sockets = new Set<Socket>();
    const encrypt = (raw: Socket): void => {
      const secure = new tls.TLSSocket(raw, { isServer: true, secureContext: context });
      secure.once('secure', () => (front.encrypted += 1));
      const behind = connect(Number(port), hostname);
      // Either end may close at any time; the other one follows.
      pipeline(secure, behind, secure, () => undefined);
    };
    const server = createServer((raw) => {
      sockets.add(raw.on('error', () => undefined).once('close', () => sockets.delete(raw)));
      if (!protocol.startsWith('postgres')) return encrypt(raw);
      raw.once('data', (asked: Buffer) => {
        if (!asked.equals(SSL_REQUEST)) return void raw.destroy();
        raw.write('S');
        encrypt(raw);
      });
    });
    const front = new TlsFront(server, sockets);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return front;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections and stops listening. */
  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
