import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@duet/service-kit';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** What arrived, and what the sender calls it. */
export interface ReceivedFile {
  path: string;
  filename: string;
  bytes: number;
  /** More came than the multipart parser's limit allows; the rest was thrown away. */
  truncated: boolean;
}

/**
 * Takes the file of one multipart field to `path`, byte by byte as it comes. The body is always read to its end: a
 * sender that is still sending would not hear the answer. Null when the field holds no file.
 * @throws AppError BAD_REQUEST for a body that breaks off or is no multipart body.
 */
export async function receiveFile(request: FastifyRequest, field: string, path: string): Promise<ReceivedFile | null> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await takeFile(request.parts(), field, path);
  } catch (cause) {
    throw refusal(cause);
  }
}

/** Whose fault it was: our disk's, or the sender's. The parser's own refusals carry a status already. */
function refusal(cause: unknown): unknown {
  if (!(cause instanceof Error) || 'statusCode' in cause) return cause;
  return new AppError('syscall' in cause ? 'UNAVAILABLE' : 'BAD_REQUEST', { cause });
}

async function takeFile(parts: AsyncIterableIterator<Multipart>, field: string, path: string): Promise<ReceivedFile | null> {
  let received: ReceivedFile | null = null;
  for await (const part of parts) {
    if (part.type === 'field') continue;
    if (part.fieldname !== field) {
      part.file.resume();
      continue;
    }
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    received = { path, filename: part.filename ?? '', bytes: (await stat(path)).size, truncated: part.file.truncated };
  }
  return received;
}
