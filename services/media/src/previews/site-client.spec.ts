import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ANYWHERE, PUBLIC, type WayOut } from './site-address.js';
import { SiteClient, type FetchLimits } from './site-client.js';

const PAGE: FetchLimits = { accept: 'text/html', types: /^text\/html/, bytes: 64 * 1024, mayBeCut: true };
const WHOLE: FetchLimits = { ...PAGE, mayBeCut: false };
const STRANGER = '127.0.0.2';

/** The rules of production, except for one public address and any port. */
const AS_PUBLIC: WayOut = {
  ...PUBLIC,
  allowsAddress: (address) => address === STRANGER || PUBLIC.allowsAddress(address),
  allowsPort: () => true,
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A site at a loopback address. */
async function site(listener: RequestListener, host = STRANGER): Promise<string> {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const never = new AbortController().signal;
const get = (address: string, limits = PAGE, way = AS_PUBLIC) => new SiteClient(way).get(address, limits, never);
const html = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}): void =>
  void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);

describe('the addresses that SiteClient requests', () => {
  const PRIVATE = [
    'http://127.0.0.1/',
    'http://localhost./',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://0.1.2.3/',
    'http://224.0.0.1/',
    'http://168.63.129.16/',
  ];

  it.each(PRIVATE)('exclude %s', async (address) => {
    await expect(get(address, PAGE, { ...PUBLIC, resolve: () => Promise.resolve(['127.0.0.1']) })).rejects.toThrow(
      'not a public address',
    );
  });

  it.each([
    ['http://example.org:8080/', 'an unusual port'],
    ['http://example.org:22/', 'an unusual port'],
    ['https://user:secret@example.org/', 'an address with a login'],
    ['ftp://example.org/', 'not an HTTP address'],
    ['file:///etc/passwd', 'not an HTTP address'],
    ['gopher://example.org/', 'not an HTTP address'],
    ['http://', 'an invalid address'],
  ])('exclude %s', async (address, reason) => {
    await expect(get(address, PAGE, PUBLIC)).rejects.toThrow(reason);
  });

  it('exclude Duet’s own hosts', async () => {
    await expect(get('http://store.example/bucket', PAGE, { ...PUBLIC, refused: ['store.example'] })).rejects.toThrow(
      'an internal host',
    );
  });

  it('are the resolved ones: a name with one private address is refused, also after rebinding', async () => {
    let asked = 0;
    const home = await site((_request, response) => html(response, 'home'), '127.0.0.1');
    const { port } = new URL(home);
    const mixed = { ...AS_PUBLIC, resolve: () => Promise.resolve([STRANGER, '127.0.0.1']) };
    await expect(get(`http://mixed.example:${port}/`, PAGE, mixed)).rejects.toThrow('not a public address');
    const mind = { ...AS_PUBLIC, resolve: () => Promise.resolve([[STRANGER], ['127.0.0.1']][asked++] ?? []) };
    const stranger = await site(
      (_request, response) => void response.writeHead(302, { location: `http://rebinding.example:${port}/` }).end(),
    );
    await expect(get(stranger.replace(STRANGER, 'rebinding.example'), PAGE, mind)).rejects.toThrow(
      'not a public address',
    );
    expect(asked).toBe(2);
  });

  it.each([
    'http://127.0.0.1:{port}/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]:{port}/',
    '//127.0.0.1:{port}/',
    'http://user@127.0.0.2/',
    'file:///etc/passwd',
  ])('exclude a redirect to %s', async (target) => {
    let reached = false;
    const home = await site((_request, response) => {
      reached = true;
      html(response, 'home');
    }, '127.0.0.1');
    const stranger = await site(
      (_request, response) =>
        void response.writeHead(302, { location: target.replace('{port}', new URL(home).port) }).end(),
    );
    await expect(get(stranger)).rejects.toThrow(/not a public address|a login|not an HTTP address/);
    expect(reached).toBe(false);
  });

  it('are at most three redirects away', async () => {
    const hops = await site((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) return void response.writeHead(301, { location: `/${left - 1}` }).end('moved');
      html(response, 'here');
    });
    expect((await get(`${hops}/3`)).bytes.toString()).toBe('here');
    await expect(get(`${hops}/4`)).rejects.toThrow('too many redirects');
    const loop = await site(
      (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
    );
    await expect(get(loop)).rejects.toThrow('too many redirects');
  });

  it('get no cookies and Duet’s user agent', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const shop = await site((request, response) => {
      seen.push(request.headers);
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'visitor=1' }).end();
      else html(response, 'shop');
    });
    await get(shop);
    expect(seen).toHaveLength(2);
    for (const headers of seen) {
      expect(headers).toMatchObject({ 'user-agent': expect.stringContaining('DuetLinkPreview') });
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
    }
  });
});

describe('the responses that SiteClient accepts', () => {
  it('are compressed or plain', async () => {
    const packed = await site((_request, response) =>
      html(response, gzipSync('packed'), { 'content-encoding': 'gzip' }),
    );
    expect((await get(packed)).bytes.toString()).toBe('packed');
    const plain = await site((_request, response) => html(response, 'plain'));
    expect((await get(plain, PAGE, ANYWHERE)).bytes.toString()).toBe('plain');
  });

  it.each([
    ['another type', 200, { 'content-type': 'application/pdf' }, 'an unsupported type'],
    ['a missing type', 200, {}, 'an unsupported type'],
    ['a missing page', 404, { 'content-type': 'text/html' }, 'answers 404'],
    ['a failure', 500, { 'content-type': 'text/html' }, 'answers 500'],
    [
      'an unknown encoding',
      200,
      { 'content-type': 'text/html', 'content-encoding': '__proto__' },
      'an unsupported encoding',
    ],
    [
      'two encodings',
      200,
      { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' },
      'an unsupported encoding',
    ],
  ])('exclude %s', async (_what, status, headers, reason) => {
    const odd = await site((_request, response) => void response.writeHead(status, headers).end('odd'));
    await expect(get(odd)).rejects.toThrow(reason);
  });

  it('may be truncated for a page, but not for a picture', async () => {
    const endless = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = (): void =>
        void (response.write(Buffer.alloc(16 * 1024, 'a')) ? setImmediate(more) : response.once('drain', more));
      more();
    });
    expect((await get(endless)).bytes).toHaveLength(PAGE.bytes);
    await expect(get(endless, WHOLE)).rejects.toThrow('too large');
    const declared = await site(
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': String(10 * PAGE.bytes) })
          .flushHeaders(),
    );
    await expect(get(declared, WHOLE)).rejects.toThrow('too large');
  });

  it('are never decompressed beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const bomber = await site((_request, response) => html(response, bomb, { 'content-encoding': 'gzip' }));
    expect((await get(bomber)).bytes).toHaveLength(PAGE.bytes);
    await expect(get(bomber, WHOLE)).rejects.toThrow('too large');
    // Compressed bytes that decompress to nothing.
    const empty = Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), Buffer.alloc(1024 * 1024, 'n')]);
    const idle = await site((_request, response) => html(response, empty, { 'content-encoding': 'gzip' }));
    await expect(get(idle)).rejects.toThrow();
    const broken = await site((_request, response) =>
      html(response, 'not packed at all', { 'content-encoding': 'gzip' }),
    );
    await expect(get(broken)).rejects.toThrow();
  });

  it('are not slow, hanging, truncated or missing', async () => {
    const drips = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drop = setInterval(() => response.write('a'), 100);
      response.on('close', () => clearInterval(drop));
    });
    const hangs = await site(() => undefined);
    const breaks = await site((request) => void request.socket.destroy());
    const outcomes = await Promise.allSettled([get(drips), get(hangs), get(breaks), get(`http://${STRANGER}:9/`)]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
  });

  it('end when the caller aborts', async () => {
    const hangs = await site(() => undefined);
    const gone = new AbortController();
    const asked = new SiteClient(AS_PUBLIC).get(hangs, PAGE, gone.signal);
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow();
  });
});
