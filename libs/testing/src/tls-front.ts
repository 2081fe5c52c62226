import { randomUUID, webcrypto } from 'node:crypto';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import tls from 'node:tls';

const DAY = 24 * 60 * 60 * 1_000;

export interface Certificate {
  key: string;
  cert: string;
}

/** Creates a self-signed certificate for localhost and 127.0.0.1, valid for a day. @returns key and certificate as PEM */
export async function selfSigned(): Promise<Certificate> {
  // The certificate library injects its parts by decorators. It loads here: every suite imports this file, few need TLS.
  await import('reflect-metadata');
  const { SubjectAlternativeNameExtension, X509CertificateGenerator, cryptoProvider } = await import('@peculiar/x509');
  cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = new Date().getTime();
  const made = await X509CertificateGenerator.createSelfSigned({
    // OpenSSL finds a trusted certificate by its name, and takes the first of two that share one.
    name: `CN=localhost, OU=${randomUUID()}`,
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + DAY),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: made.toString('pem') };
}

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
