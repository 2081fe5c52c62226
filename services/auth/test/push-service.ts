import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type PushPayload, type SubscribePushDto } from '@duet/contracts';
import { selfSigned, trust } from '@duet/testing';
import jwt from 'jsonwebtoken';

const DAY = 24 * 60 * 60;

/** A browser with its keys, which alone decrypts the pushes to it. */
export class Device {
  readonly id = randomUUID();
  private readonly keys = createECDH('prime256v1');
  private readonly secret = randomBytes(16);

  constructor(private readonly origin: string) {
    this.keys.generateKeys();
  }

  get subscription(): SubscribePushDto {
    return {
      endpoint: `${this.origin}/${this.id}`,
      p256dh: this.keys.getPublicKey('base64url'),
      auth: this.secret.toString('base64url'),
    };
  }

  /** Decrypts a push (RFC 8291 over RFC 8188) without the library that the sender uses. */
  open(body: Buffer): PushPayload {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const theirs = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), theirs]);
    const shared = Buffer.from(hkdfSync('sha256', this.keys.computeSecret(theirs), this.secret, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, length));
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12)).setAuthTag(
      sealed.subarray(-16),
    );
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

export interface Delivered {
  payload: PushPayload;
  headers: IncomingHttpHeaders;
}

/** A planned answer to a request for a device; 201 when none is left. */
type Answer = { status: number; headers?: Record<string, string> };

/** A push service over HTTPS: accepts requests that are signed for it and stores what each device decrypts. */
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
    const made = await selfSigned();
    trust(made);
    const server = createServer(made);
    const service = new PushService(server, publicKey);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { status, headers } = service.take(request.url ?? '', request.headers, Buffer.concat(chunks));
        response.writeHead(status, headers).end('a body that auth ignores');
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

  /** The fault of a request's VAPID token (RFC 8292) in key, encoding, origin, lifetime or contact; null without one. */
  private complaintOf({ authorization = '', 'content-encoding': encoding, ttl }: IncomingHttpHeaders): string | null {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    if (key !== this.publicKey) return 'another key';
    if (encoding !== 'aes128gcm' || !ttl) return 'headers not as in RFC 8030';
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    try {
      const claims = jwt.verify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
        algorithms: ['ES256'],
        audience: this.origin,
      });
      if (typeof claims === 'string' || !claims.exp || claims.exp > Date.now() / 1_000 + DAY)
        return 'signed for too long';
      return claims.sub === 'https://duet.example' ? null : 'no contact';
    } catch (cause) {
      return String(cause);
    }
  }
}
