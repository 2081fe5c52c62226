import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, webcrypto } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { type PushPayload, type SubscribePushDto } from '@duet/contracts';
import { SubjectAlternativeNameExtension, X509CertificateGenerator, cryptoProvider } from '@peculiar/x509';
import jwt from 'jsonwebtoken';

const DAY = 24 * 60 * 60;

/** One browser's end: it alone can open what is sent to it. */
export class Device {
  readonly id = randomUUID();
  private readonly keys = createECDH('prime256v1');
  private readonly secret = randomBytes(16);

  constructor(private readonly origin: string) {
    this.keys.generateKeys();
  }

  get subscription(): SubscribePushDto {
    return { endpoint: `${this.origin}/${this.id}`, p256dh: this.keys.getPublicKey('base64url'), auth: this.secret.toString('base64url') };
  }

  /** RFC 8291 over RFC 8188, written out: no library of the sender's. */
  open(body: Buffer): PushPayload {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const theirs = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), theirs]);
    const shared = Buffer.from(hkdfSync('sha256', this.keys.computeSecret(theirs), this.secret, info, 32));
    const derive = (name: string, length: number) => Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, length));
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12)).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

export interface Delivered {
  payload: PushPayload;
  headers: IncomingHttpHeaders;
}

/** How it answers the next requests for a device; 201 once the list is empty. */
type Answer = { status: number; headers?: Record<string, string> };

async function certificate(): Promise<{ key: string; cert: string }> {
  cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const names = new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }, { type: 'ip', value: '127.0.0.1' }]);
  const made = await X509CertificateGenerator.createSelfSigned({ name: 'CN=localhost', notBefore: new Date(Date.now() - DAY * 1_000), notAfter: new Date(Date.now() + DAY * 1_000), keys, signingAlgorithm: algorithm, extensions: [names] });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: made.toString('pem') };
}

/** A browser vendor's push service: takes what is signed for it, over HTTPS, and hands it to nobody but the device. */
export class PushService {
  private readonly devices = new Map<string, Device>();
  private readonly answers = new Map<string, Answer[]>();
  private readonly delivered = new Map<string, Delivered[]>();
  readonly refused: string[] = [];
  requests = 0;

  private constructor(
    private readonly server: Server,
    private readonly publicKey: string,
  ) {}

  static async start(publicKey: string): Promise<PushService> {
    const made = await certificate();
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), made.cert]);
    const server = createServer(made);
    const service = new PushService(server, publicKey);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { status, headers } = service.take(request.url ?? '', request.headers, Buffer.concat(chunks));
        response.writeHead(status, headers).end('whatever it says');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  device(): Device {
    const made = new Device(this.origin);
    this.devices.set(made.id, made);
    return made;
  }

  answer({ id }: Device, ...answers: Answer[]): void {
    this.answers.set(id, answers);
  }

  at({ id }: Device): Delivered[] {
    return this.delivered.get(id) ?? [];
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private take(path: string, headers: IncomingHttpHeaders, body: Buffer): Answer {
    this.requests += 1;
    const device = this.devices.get(path.slice(1));
    if (!device) return { status: 404 };
    const planned = this.answers.get(device.id)?.shift();
    if (planned && planned.status >= 300) return planned;
    const complaint = this.complaintOf(headers);
    if (complaint) {
      this.refused.push(complaint);
      return { status: 403 };
    }
    this.delivered.set(device.id, [...this.at(device), { payload: device.open(body), headers }]);
    return { status: 201 };
  }

  /** RFC 8292: signed by the key that the browser was subscribed with, for this very origin, and not for long. */
  private complaintOf({ authorization = '', 'content-encoding': encoding, ttl }: IncomingHttpHeaders): string | null {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    if (key !== this.publicKey) return 'another key';
    if (encoding !== 'aes128gcm' || !ttl) return 'not as RFC 8030 wants it';
    const point = Buffer.from(key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    try {
      const claims = jwt.verify(token, createPublicKey({ key: jwk, format: 'jwk' }), { algorithms: ['ES256'], audience: this.origin });
      if (typeof claims === 'string' || !claims.exp || claims.exp > Date.now() / 1_000 + DAY) return 'signed for too long';
      return claims.sub === 'https://duet.example' ? null : 'nobody to turn to';
    } catch (cause) {
      return String(cause);
    }
  }
}
