import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@duet/service-kit';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** What arrived, and what the sender calls it. */
export interface ReceivedFile {
  path: string;
  filename: string;
  bytes: number;
  sha256: string;
  /** More came than the limit allows; the rest was thrown away. */
  truncated: boolean;
}

export interface ReceivedUpload {
  files: ReceivedFile[];
  fields: Record<string, unknown>;
}

interface Wanted {
  /** The files' field; files of other fields are read and thrown away. */
  field: string;
  /** Where they go. */
  folder: string;
  /** The multipart parser refuses more files than this. */
  files: number;
  fileBytes: number;
  /** How much is read of each text beside them; enough to see that one is too long. */
  fieldBytes?: number;
}

/**
 * Takes the files of one multipart field to the disk, byte by byte as they come. The body is always read to its end: a
 * sender that is still sending would not hear the answer.
 * @throws AppError BAD_REQUEST for a body that breaks off or is no multipart body.
 */
export async function receiveFiles(request: FastifyRequest, wanted: Wanted): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  // The parser listens for the end of a connection, and one that ended before would never end for it.
  if (request.raw.destroyed) throw new AppError('BAD_REQUEST', { cause: new Error('the sender is gone') });
  try {
    return await takeParts(request.parts({ limits: { files: wanted.files, fileSize: wanted.fileBytes, ...(wanted.fieldBytes && { fieldSize: wanted.fieldBytes }) } }), wanted);
  } catch (cause) {
    throw refusal(cause);
  }
}

/** Whose fault it was: our disk's, or the sender's. The parser's own refusals carry a status already. */
function refusal(cause: unknown): unknown {
  if (!(cause instanceof Error) || 'statusCode' in cause) return cause;
  return new AppError('syscall' in cause ? 'UNAVAILABLE' : 'BAD_REQUEST', { cause });
}

async function takeParts(parts: AsyncIterableIterator<Multipart>, { field, folder }: Wanted): Promise<ReceivedUpload> {
  const upload: ReceivedUpload = { files: [], fields: {} };
  for await (const part of parts) {
    if (part.type === 'field') upload.fields[part.fieldname] = part.value;
    else if (part.fieldname !== field) part.file.resume();
    else upload.files.push(await takeFile(part, join(folder, `received-${upload.files.length}`)));
  }
  // A file input in which nothing was chosen.
  upload.files = upload.files.filter(({ bytes, filename }) => bytes > 0 || filename !== '');
  return upload;
}

async function takeFile({ file, filename }: MultipartFile, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  file.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  await pipeline(file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { path, filename: filename ?? '', bytes, sha256: hash.digest('hex'), truncated: file.truncated };
}
