import type { OpenAttachment } from './attachments.service.js';
import { type ByteRange, byteRangeOf } from '../http/byte-range.js';
import { disposition } from '../http/disposition.js';

/** What a client asks for besides the address. */
export interface Conditions {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

export interface Plan {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  /** Which bytes go out; null for none. */
  bytes: ByteRange | null;
}

/** What a browser may show by itself: what we made, or looked through, ourselves. */
const SHOWN = /^(image|video|audio)\//;

const OPAQUE = 'application/octet-stream';

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/**
 * How an attachment is answered. Nobody but the person's own browser keeps it, and that not beyond `freshFor` seconds; no
 * browser takes it for anything but what it is, and only pictures, films and sounds are shown in place.
 */
export function planOf({ filename, object }: OpenAttachment, { range, ifRange, ifNoneMatch }: Conditions, freshFor: number): Plan {
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
  if (part === 'unsatisfiable') return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}`, 'content-length': '0' }, bytes: null };
  if (part === null) return { status: 200, headers: { ...headers, 'content-length': String(size) }, bytes: { start: 0, end: size - 1 } };
  const { start, end } = part;
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': String(end - start + 1) }, bytes: part };
}
