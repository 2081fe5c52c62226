import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { ERRORS, type ErrorCode, LIMITS } from '@duet/contracts';
import { eventually } from '@duet/testing';
import sharp from 'sharp';
import { bomb, giant, noisy, plain } from './pictures.js';
import { RunningMedia, tokenOf } from './running-media.js';

let media: RunningMedia;
let gif: Buffer;

beforeAll(async () => {
  gif = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
    .gif()
    .toBuffer();
  media = await RunningMedia.start();
});

afterAll(() => media.stop());

const half = async (bytes: Promise<Buffer>): Promise<Buffer> =>
  (await bytes).subarray(0, Math.floor((await bytes).length / 2));
const HTML = Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>');
const SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const ZIP = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);

/** A JPEG with a comment segment after its start. */
async function commented(text: string): Promise<Buffer> {
  const jpeg = await plain('jpeg');
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

type Case = [what: string, code: ErrorCode, name: string, bytes: () => Buffer | Promise<Buffer>];

const BAD: Case[] = [
  ['an empty file', 'AVATAR_UNREADABLE', 'me.png', () => Buffer.alloc(0)],
  ['an HTML page called .png', 'AVATAR_TYPE_UNSUPPORTED', 'me.png', () => HTML],
  ['an SVG', 'AVATAR_TYPE_UNSUPPORTED', 'me.svg', () => SVG],
  ['an SVG called .webp', 'AVATAR_TYPE_UNSUPPORTED', 'me.webp', () => SVG],
  ['a GIF', 'AVATAR_TYPE_UNSUPPORTED', 'me.gif', () => gif],
  ['a GIF called .jpg', 'AVATAR_TYPE_UNSUPPORTED', 'me.jpg', () => gif],
  ['a PNG called .jpg', 'AVATAR_TYPE_UNSUPPORTED', 'me.jpg', () => plain('png')],
  ['a JPEG called .webp', 'AVATAR_TYPE_UNSUPPORTED', 'me.webp', () => plain('jpeg')],
  ['a PNG called .html', 'AVATAR_TYPE_UNSUPPORTED', 'me.png.html', () => plain('png')],
  ['an empty extension', 'AVATAR_TYPE_UNSUPPORTED', 'me.', () => plain('png')],
  ['a PNG and an HTML page', 'AVATAR_UNREADABLE', 'me.png', async () => Buffer.concat([await plain('png'), HTML])],
  [
    'a PNG and one more byte',
    'AVATAR_UNREADABLE',
    'me.png',
    async () => Buffer.concat([await plain('png'), Buffer.from([0])]),
  ],
  ['a WebP and an archive', 'AVATAR_UNREADABLE', 'me.webp', async () => Buffer.concat([await plain('webp'), ZIP])],
  ['a JPEG and an archive', 'AVATAR_UNREADABLE', 'me.jpg', async () => Buffer.concat([await plain('jpeg'), ZIP])],
  ['a JPEG with a script inside', 'AVATAR_UNREADABLE', 'me.jpg', () => commented('*/<ScRiPt>alert(1)</script>/*')],
  ['a JPEG with the marker of a PDF', 'AVATAR_UNREADABLE', 'me.jpg', () => commented('%PDF-1.7')],
  ['a JPEG with PHP inside', 'AVATAR_UNREADABLE', 'me.jpg', () => commented('<?php system($_GET[0]);')],
  ['half a PNG', 'AVATAR_UNREADABLE', 'me.png', () => half(plain('png'))],
  ['half a JPEG', 'AVATAR_UNREADABLE', 'me.jpg', () => half(plain('jpeg'))],
  ['half a WebP', 'AVATAR_UNREADABLE', 'me.webp', () => half(plain('webp'))],
  ['only the first bytes of a PNG', 'AVATAR_UNREADABLE', 'me.png', async () => (await plain('png')).subarray(0, 8)],
  ['only the first bytes of a JPEG', 'AVATAR_UNREADABLE', 'me.jpg', () => Buffer.from('ffd8ff', 'hex')],
  ['only the first bytes of a WebP', 'AVATAR_UNREADABLE', 'me.webp', async () => (await plain('webp')).subarray(0, 12)],
  ['a bomb of 41.6 megapixels', 'AVATAR_TOO_MANY_PIXELS', 'me.png', () => bomb(8_000, 5_200)],
  ['a header that claims 10 gigapixels', 'AVATAR_TOO_MANY_PIXELS', 'me.png', () => giant(100_000, 100_000)],
  ['more than 5 MB', 'AVATAR_TOO_LARGE', 'me.png', () => noisy(LIMITS.avatarBytes + 1)],
];

async function nothingIsLeft(): Promise<void> {
  await eventually(() => expect(media.onDisk()).toEqual([]));
  expect(await media.rows('SELECT user_id FROM avatars')).toEqual([]);
  expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toEqual([]);
  expect(await media.rows('SELECT id FROM outbox')).toEqual([]);
}

const authorized = (): { authorization: string } => ({ authorization: `Bearer ${tokenOf(randomUUID())}` });

const post = (body: string | FormData, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${media.url}/avatars`, { method: 'POST', body, headers: { ...authorized(), ...headers } });

describe('the upload of an avatar', () => {
  afterEach(nothingIsLeft);

  it.each(BAD)('rejects %s with %s', async (_what, code, name, bytes) => {
    const { status, body } = await media.upload(randomUUID(), { bytes: await bytes(), name });
    expect(status).toBe(ERRORS[code].status);
    expect(body).toMatchObject({ success: false, code, message: ERRORS[code].message });
    expect(body).toHaveProperty('requestId', expect.stringMatching(/.{8}/));
  });

  it('rejects a form without a file in the field', async () => {
    const [elsewhere, text, empty] = [new FormData(), new FormData(), new FormData()];
    elsewhere.append('picture', new Blob([new Uint8Array(await plain('png'))]), 'me.png');
    text.append('avatar', 'me.png');
    for (const form of [elsewhere, text, empty]) {
      const response = await post(form);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'AVATAR_MISSING', message: 'Please choose a picture' });
    }
  });

  it('rejects an empty file input', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="avatar"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n';
    const response = await post(body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(await response.json()).toMatchObject({ code: 'AVATAR_MISSING' });
  });

  it('rejects two files', async () => {
    const form = new FormData();
    for (const name of ['one.png', 'two.png'])
      form.append('avatar', new Blob([new Uint8Array(await plain('png'))]), name);
    expect((await post(form)).status).toBe(413);
  });

  it.each([
    ['no multipart body', '{"avatar":"x"}', 'application/json', 415],
    ['plain bytes', 'x', 'image/png', 415],
    ['no boundary', 'x', 'multipart/form-data', 400],
    [
      'a body that ends within a part',
      '--x\r\nContent-Disposition: form-data; name="avatar"; filename="me.png"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['a body that is no multipart at all', 'abc', 'multipart/form-data; boundary=x', 400],
  ])('rejects %s', async (_what, body, type, status) => {
    const response = await post(body, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false });
  });

  it('reads a file that is too large to its end, so that the connection stays usable', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports: number[] = [];
    const send = (bytes: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const head = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="me.png"\r\n\r\n';
        const sent = request(`${media.url}/avatars`, {
          agent,
          method: 'POST',
          headers: { ...authorized(), 'content-type': 'multipart/form-data; boundary=x' },
        });
        sent.once('error', reject).once('response', (response) => {
          ports.push(response.socket.localPort ?? 0);
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        });
        sent.write(head);
        for (let left = bytes; left > 0; left -= 65_536) sent.write(Buffer.alloc(Math.min(left, 65_536)));
        sent.end('\r\n--x--\r\n');
      });
    expect(await send(4 * LIMITS.avatarBytes)).toBe(413);
    expect(await send(10)).toBe(415);
    expect(new Set(ports).size).toBe(1);
    agent.destroy();
  });
});

describe('the size limit of an avatar', () => {
  it.each([
    [LIMITS.avatarBytes, 200],
    [LIMITS.avatarBytes + 1, 413],
  ])('is 5 MB: %i bytes are answered with %i', async (size, status) => {
    const jpeg = await plain('jpeg');
    // Cameras append data to a JPEG; that alone is accepted.
    const bytes = Buffer.concat([jpeg, jpeg, Buffer.alloc(size - 2 * jpeg.length)]);
    expect((await media.upload(randomUUID(), { bytes, name: 'me.jpg' })).status).toBe(status);
  });
});

describe('interrupted uploads', () => {
  it('leave no file and no descriptor', async () => {
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const { hostname, port } = new URL(media.url);
    const token = tokenOf(randomUUID());
    const cut = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /avatars HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n`,
          );
          socket.write('--x\r\nContent-Disposition: form-data; name="avatar"; filename="me.png"\r\n\r\n');
          socket.write(Buffer.alloc(40_000), () => setImmediate(() => socket.destroy()));
        });
        socket.once('close', () => resolve());
      });
    const rows = await media.rows('SELECT user_id FROM avatars');
    await cut();
    await eventually(() => expect(media.onDisk()).toEqual([]));
    const before = descriptors();
    for (let round = 0; round < 50; round += 1) await Promise.all(Array.from({ length: 20 }, cut));
    await eventually(() => {
      expect(media.onDisk()).toEqual([]);
      expect(descriptors()).toBeLessThanOrEqual(before + 2);
    });
    expect(await media.rows('SELECT user_id FROM avatars')).toEqual(rows);
    expect((await media.upload(randomUUID(), { bytes: await plain('png'), name: 'me.png' })).status).toBe(200);
  });
});
