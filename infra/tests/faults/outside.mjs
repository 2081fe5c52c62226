import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { decrypt } from 'http_ece';
import { selfSigned } from '../../local/certificate.mjs';

/** A device with a push subscription whose app is closed: it only receives pushes. */
export class ClosedDevice {
  #keys = createECDH('prime256v1');
  #secret = randomBytes(16);
  id = randomUUID();
  /** The pushes as the device decrypts them. @type {import('@duet/contracts').PushPayload[]} */
  pushes = [];

  constructor() {
    this.#keys.generateKeys();
  }

  /** The subscription of its browser. @param {string} origin of the push service */
  subscriptionAt(origin) {
    return {
      endpoint: `${origin}/push/${this.id}`,
      p256dh: this.#keys.getPublicKey('base64url'),
      auth: this.#secret.toString('base64url'),
    };
  }

  /** Receives a push (RFC 8291). @param {Buffer} body @throws for a push that is not encrypted for this device */
  receive(body) {
    const opened = decrypt(body, { version: 'aes128gcm', privateKey: this.#keys, authSecret: this.#secret });
    this.pushes.push(JSON.parse(opened.toString()));
  }
}

/** The title of a page of the site. @param {string} path */
export const titleOf = (path) => `The page at ${path}`;

/**
 * The servers that Duet's own ones call: a push service and a web site, over HTTPS and in this process.
 * @param {string} dir for its certificate
 */
export async function openOutside(dir) {
  const certificate = await selfSigned();
  const trusted = join(dir, 'outside.pem');
  writeFileSync(trusted, certificate.cert);
  /** @type {Map<string, ClosedDevice>} */
  const devices = new Map();

  /** @param {import('node:http').IncomingMessage} request @returns {Promise<number>} the status */
  async function take(request) {
    const device = devices.get(String(request.url).replace('/push/', ''));
    const body = await buffer(request);
    device?.receive(body);
    return device ? 201 : 404;
  }

  const server = createServer(certificate, (request, response) => {
    if (request.method === 'POST')
      return void take(request).then(
        (status) => response.writeHead(status).end(),
        // A process that was killed closes its connection in the middle of a request.
        () => response.writeHead(400).end(),
      );
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>${titleOf(String(request.url))}</title>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const origin = `https://127.0.0.1:${port}`;

  return {
    origin,
    /** Lets the processes reach it. */
    env: { NODE_EXTRA_CA_CERTS: trusted, PUSH_TO_PRIVATE_ADDRESSES: 'yes', PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' },
    /** A device that the push service knows. */
    newDevice() {
      const device = new ClosedDevice();
      devices.set(device.id, device);
      return device;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openOutside>>} Outside */
