import { type Readable, type Transform, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { Refusal, type WayOut, lookupBy, siteAddress } from './site-address.js';

/** Milliseconds for everything: names, connections, redirects, bytes. */
const TOGETHER = 5_000;
const CONNECT = 3_000;

const REDIRECTS = 3;

const AGENT = 'Mozilla/5.0 (compatible; DuetLinkPreview/1.0)';

/** What is asked for. */
export interface Wish {
  accept: string;
  /** Which content types will do. */
  types: RegExp;
  /** So many bytes, unpacked, are read. */
  bytes: number;
  /** A longer one is cut instead of refused. */
  mayBeCut: boolean;
}

/** What a site answered, unpacked. */
export interface Found {
  /** Where it was, in the end. */
  url: URL;
  /** The whole header. */
  contentType: string;
  bytes: Buffer;
}

/** By the name of the packing. */
const UNPACKERS = new Map<string, () => Transform>([['gzip', createGunzip], ['x-gzip', createGunzip], ['br', createBrotliDecompress], ['deflate', createInflate]]);

const PLAIN = ['', 'identity'];

/** Looks at sites of strangers, which are to be thought hostile: it goes nowhere but where `way` leads, and takes no more than it asked for. */
export class SiteClient {
  constructor(private readonly way: WayOut) {}

  /**
   * @throws Refusal for what will be the same next time; anything else for what may have been bad luck
   */
  async get(address: string, wish: Wish, signal: AbortSignal, base?: URL): Promise<Found> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TOGETHER)]);
    const agent = this.agent(wish);
    try {
      return await this.follow(siteAddress(address, this.way, base), wish, agent, within);
    } finally {
      // Whatever is still on its way is of no interest.
      void agent.destroy();
    }
  }

  private async follow(first: URL, wish: Wish, agent: Agent, signal: AbortSignal): Promise<Found> {
    let url = first;
    for (let redirects = 0; redirects <= REDIRECTS; redirects += 1) {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: { 'user-agent': AGENT, accept: wish.accept, 'accept-encoding': 'gzip, br', 'accept-language': 'en;q=0.9, *;q=0.5' },
      });
      // What becomes of an answer that nobody reads on is nobody's failure.
      body.on('error', () => undefined);
      const location = statusCode >= 300 && statusCode < 400 ? headers['location'] : undefined;
      if (location === undefined) return { url, ...(await take(statusCode, headers, body, wish)) };
      body.destroy();
      if (typeof location !== 'string') throw new Refusal('two ways to go');
      url = siteAddress(location, this.way, url);
    }
    throw new Refusal('too many redirects');
  }

  private agent({ bytes }: Wish): Agent {
    const connect = buildConnector({ timeout: CONNECT, autoSelectFamily: true, lookup: lookupBy(this.way) });
    return new Agent({
      // Packed it may be larger than it ought to be, but not endless.
      maxResponseSize: 2 * bytes,
      headersTimeout: TOGETHER,
      bodyTimeout: TOGETHER,
      pipelining: 0,
      connect: (options, callback) =>
        connect(options, (failure, socket) => {
          if (failure || this.way.allowsAddress(socket.remoteAddress ?? '')) return failure ? callback(failure, null) : callback(null, socket);
          // Nothing gets here past the look-up; were that to change, nobody would notice.
          socket.destroy();
          return callback(new Refusal('not a public address'), null);
        }),
    });
  }
}

type Headers = Record<string, string | string[] | undefined>;

async function take(status: number, headers: Headers, body: Readable, { types, bytes: limit, mayBeCut }: Wish): Promise<Omit<Found, 'url'>> {
  if (status >= 500 || status === 429) throw new Error(`the site answers ${status}`);
  if (status !== 200) throw new Refusal(`the site answers ${status}`);
  const contentType = String(headers['content-type'] ?? '');
  if (!types.test(contentType)) throw new Refusal('another type');
  if (!mayBeCut && Number(headers['content-length'] ?? 0) > limit) throw new Refusal('too large');
  return { contentType, bytes: await read(unpacked(body, headers['content-encoding']), limit, mayBeCut) };
}

function unpacked(body: Readable, encoding: Headers[string]): Readable {
  const name = String(encoding ?? '').trim().toLowerCase();
  if (PLAIN.includes(name)) return body;
  const unpacker = UNPACKERS.get(name)?.();
  if (!unpacker) throw new Refusal('packed in another way');
  // Its failures reach whoever reads.
  pipeline(body, unpacker, () => undefined);
  return unpacker;
}

async function read(stream: Readable, limit: number, mayBeCut: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > limit && !mayBeCut) throw new Refusal('too large');
    if (bytes >= limit && mayBeCut) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
