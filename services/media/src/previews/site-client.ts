import { type Readable, type Transform, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { PreviewRefusedError, type WayOut, lookupBy, siteAddress } from './site-address.js';

/** Time limits in milliseconds: of the whole request with its redirects, and of a connection. */
const TOGETHER = 5_000;
const CONNECT = 3_000;

const REDIRECTS = 3;

const AGENT = 'Mozilla/5.0 (compatible; DuetLinkPreview/1.0)';

/** The limits of a request. */
export interface FetchLimits {
  accept: string;
  /** Accepted content types. */
  types: RegExp;
  /** Most bytes to read, decompressed. */
  bytes: number;
  /** Truncates a longer body instead of refusing it. */
  mayBeCut: boolean;
}

/** A decompressed response. */
export interface Found {
  /** The address after redirects. */
  url: URL;
  /** The Content-Type header with its parameters. */
  contentType: string;
  bytes: Buffer;
}

/** Decompressors by content encoding. */
const UNPACKERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

const PLAIN = ['', 'identity'];

/** Fetches from untrusted, possibly hostile sites: only addresses that `way` allows, and only limited sizes and times. */
export class SiteClient {
  constructor(private readonly way: WayOut) {}

  /**
   * Fetches a page or picture and follows redirects.
   * @param base for a relative address
   * @throws PreviewRefusedError when a retry is pointless; other errors are temporary
   */
  async get(address: string, limits: FetchLimits, signal: AbortSignal, base?: URL): Promise<Found> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TOGETHER)]);
    const agent = this.agent(limits);
    try {
      return await this.follow(siteAddress(address, this.way, base), limits, agent, within);
    } finally {
      // Ends connections that still receive data.
      void agent.destroy();
    }
  }

  private async follow(first: URL, limits: FetchLimits, agent: Agent, signal: AbortSignal): Promise<Found> {
    let url = first;
    for (let redirects = 0; redirects <= REDIRECTS; redirects += 1) {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          'user-agent': AGENT,
          accept: limits.accept,
          'accept-encoding': 'gzip, br',
          'accept-language': 'en;q=0.9, *;q=0.5',
        },
      });
      // Errors of a body that is not read are irrelevant.
      body.on('error', () => undefined);
      const location = statusCode >= 300 && statusCode < 400 ? headers['location'] : undefined;
      if (location === undefined) return { url, ...(await take(statusCode, headers, body, limits)) };
      body.destroy();
      if (typeof location !== 'string') throw new PreviewRefusedError('several redirect targets');
      url = siteAddress(location, this.way, url);
    }
    throw new PreviewRefusedError('too many redirects');
  }

  private agent({ bytes }: FetchLimits): Agent {
    const connect = buildConnector({ timeout: CONNECT, autoSelectFamily: true, lookup: lookupBy(this.way) });
    return new Agent({
      // Limits the compressed size as well.
      maxResponseSize: 2 * bytes,
      headersTimeout: TOGETHER,
      bodyTimeout: TOGETHER,
      pipelining: 0,
      connect: (options, callback) =>
        connect(options, (failure, socket) => {
          if (failure || this.way.allowsAddress(socket.remoteAddress ?? ''))
            return failure ? callback(failure, null) : callback(null, socket);
          // A second check of the connected address, in case the lookup is ever bypassed.
          socket.destroy();
          return callback(new PreviewRefusedError('not a public address'), null);
        }),
    });
  }
}

type Headers = Record<string, string | string[] | undefined>;

async function take(
  status: number,
  headers: Headers,
  body: Readable,
  { types, bytes: limit, mayBeCut }: FetchLimits,
): Promise<Omit<Found, 'url'>> {
  if (status >= 500 || status === 429) throw new Error(`the site answers ${status}`);
  if (status !== 200) throw new PreviewRefusedError(`the site answers ${status}`);
  const contentType = String(headers['content-type'] ?? '');
  if (!types.test(contentType)) throw new PreviewRefusedError('an unsupported type');
  if (!mayBeCut && Number(headers['content-length'] ?? 0) > limit) throw new PreviewRefusedError('too large');
  return { contentType, bytes: await read(unpacked(body, headers['content-encoding']), limit, mayBeCut) };
}

function unpacked(body: Readable, encoding: Headers[string]): Readable {
  const name = String(encoding ?? '')
    .trim()
    .toLowerCase();
  if (PLAIN.includes(name)) return body;
  const unpacker = UNPACKERS.get(name)?.();
  if (!unpacker) throw new PreviewRefusedError('an unsupported encoding');
  // The reader of the unpacker gets its errors.
  pipeline(body, unpacker, () => undefined);
  return unpacker;
}

async function read(stream: Readable, limit: number, mayBeCut: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > limit && !mayBeCut) throw new PreviewRefusedError('too large');
    if (bytes >= limit && mayBeCut) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
