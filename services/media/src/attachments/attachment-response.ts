import type { OpenAttachment } from './attachments.service.js';
import { type ByteRange, byteRangeOf } from '../http/byte-range.js';
import { disposition } from '../http/disposition.js';

/** The conditional and range headers of a request. */
export interface Conditions {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

export interface Plan {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  /** The bytes of the body; null for an empty body. */
  bytes: ByteRange | null;
}

/** Types that browsers may display inline: media re-encoded or checked all of them. */
const SHOWN = /^(image|video|audio)\//;

const OPAQUE = 'application/octet-stream';

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/**
 * Decides status, headers and bytes of the answer (RFC 9110). Only the user's own browser may cache it. No browser may guess
 * another type, and only pictures, videos and audio are displayed inline.
 * @param freshFor seconds for which a cached copy may be used without a request; 0 for none
 */
export function planResponse(
  { filename, object }: OpenAttachment,
  { range, ifRange, ifNoneMatch }: Conditions,
  freshFor: number,
): Plan {
  const { bytes: size, sha256, mimeType } = object;
  const etag = `"${sha256.slice(0, 32)}"`;
  const shown = SHOWN.test(mimeType);
  const validators = { etag, 'cache-control': freshFor > 0 ? `private, max-age=${freshFor}` : 'private, no-cache' };
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return { status: 304, headers: validators, bytes: null };
  const headers = {
    ...validators,
    'content-type': shown ? mimeType : OPAQUE,
    'content-disposition': disposition(shown ? 'inline' : 'attachment', filename),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  };
  const part = ifRange === undefined || ifRange.trim() === etag ? byteRangeOf(range, size) : null;
  if (part === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}`, 'content-length': '0' },
      bytes: null,
    };
  if (part === null)
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, bytes: { start: 0, end: size - 1 } };
  const { start, end } = part;
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
    },
    bytes: part,
  };
}
