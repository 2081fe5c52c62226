import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';

/** Bytes of one part's header: several times the longest file name of any file system. */
const HEADER_BYTES = 4 * 1_024;
const HEADER_LINES = 8;

/** More parts than any form of the product has. */
const PARTS = 32;

/** RFC 2046: at most 70 characters. */
const BOUNDARY = /;\s{0,8}boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** A named file: an empty file input sends an empty name. */
const FILE = /;\s{0,8}filename\*?=(?!"")/i;

/** The parts of a multipart body so far, and how many of them are named files. */
export interface FormCount {
  parts: number;
  files: number;
}

/**
 * Counts the parts of a multipart body (RFC 7578) while the upload parser reads it. It uses the parser's tokenizer but is
 * strict: the parser skips a part with a malformed header silently, and its file would be lost.
 * @param contentType the request's header, which names the boundary
 * @param onRefusal called once: for a missing boundary, too many parts, or a part whose header is too large or names no field
 * @returns `count`, which grows, and `done`, which resolves at the end of the body
 */
export function inspectForm(
  body: Readable,
  contentType: string,
  onRefusal: (cause: Error) => void,
): { count: FormCount; done: Promise<void> } {
  const count: FormCount = { parts: 0, files: 0 };
  const [, quoted, bare] = BOUNDARY.exec(contentType.slice(0, 500)) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) {
    onRefusal(new Error('no boundary'));
    return { count, done: Promise.resolve() };
  }
  let refused = false;
  const refuse = (why: string): void => {
    if (!refused) onRefusal(new Error(why));
    refused = true;
  };
  const tokenizer = new Dicer({ boundary });
  tokenizer.on('part', (part) => {
    count.parts += 1;
    if (count.parts > PARTS) refuse('too many parts');
    part.on('header', (header) => {
      const disposition = dispositionOf(header, refuse);
      if (FILE.test(disposition)) count.files += 1;
    });
    part.on('error', () => undefined);
    part.resume();
  });
  body.pipe(tokenizer);
  return { count, done: endOf(tokenizer, body) };
}

/** Resolves for a truncated body too: the upload parser reports it. */
const endOf = (tokenizer: Dicer, body: Readable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => resolve();
    tokenizer.once('finish', done);
    tokenizer.on('error', done);
    body.once('close', done);
  });

function dispositionOf(header: object, refuse: (why: string) => void): string {
  const lines = Object.entries(header as Record<string, string[]>).flatMap(([name, values]) =>
    values.map((value) => ({ name, value })),
  );
  const bytes = lines.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (bytes > HEADER_BYTES || lines.length > HEADER_LINES) refuse('a header that is too large');
  const disposition = lines.find(({ name }) => name === 'content-disposition')?.value ?? '';
  if (!disposition.toLowerCase().startsWith('form-data')) refuse('a part without a field');
  return disposition.slice(0, HEADER_BYTES);
}
