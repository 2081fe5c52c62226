import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, fromSystem, inspectForm } from '@duet/service-kit';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** A received file with the sender's name for it. */
export interface ReceivedFile {
  path: string;
  filename: string;
  bytes: number;
  sha256: string;
  /** The file exceeds the limit; the rest was discarded. */
  truncated: boolean;
}

export interface ReceivedUpload {
  files: ReceivedFile[];
  fields: Record<string, unknown>;
}

interface Wanted {
  /** The file field; a file in any other field is rejected. */
  field: string;
  /** The folder for the files. */
  folder: string;
  /** Most files that the parser accepts. */
  files: number;
  fileBytes: number;
  /** Most text fields; the parser's own limit if it is left out. */
  fields?: number;
  /** Most bytes of a text field; more than its limit, so that validation sees a text that is too long. */
  fieldBytes?: number;
}

/**
 * Streams the files of one multipart field to the disk. The body is always read to its end: a client that is still sending
 * would not read the answer.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for another body than multipart; BAD_REQUEST for a truncated or invalid body and
 * for an unexpected part; UNAVAILABLE when the disk fails
 * @throws the parser's own error (status 413) for too many files, fields or parts
 */
export async function receiveFiles(request: FastifyRequest, wanted: Wanted): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  // The parser waits for the connection's end, which a closed connection never emits again.
  if (request.raw.destroyed) throw new AppError('BAD_REQUEST', { cause: new Error('the client has disconnected') });
  const oddities: Error[] = [];
  const { count, done } = inspectForm(
    request.raw,
    request.headers['content-type'] ?? '',
    (cause) => void oddities.push(cause),
  );
  try {
    const { taken, upload, foreign } = await takeParts(
      request.parts({
        limits: {
          files: wanted.files,
          fileSize: wanted.fileBytes,
          ...(wanted.fields && { fields: wanted.fields }),
          ...(wanted.fieldBytes && { fieldSize: wanted.fieldBytes }),
        },
      }),
      wanted,
    );
    await done;
    // Without a file in the field, the caller's own error is more specific.
    if (foreign > 0 && upload.files.length > 0) oddities.push(new Error('a file of another field'));
    if (count.parts > taken) oddities.push(new Error('the parser skipped a part'));
    if (oddities.length > 0) throw new AppError('BAD_REQUEST', { cause: oddities[0] });
    return upload;
  } catch (cause) {
    throw refusal(cause);
  }
}

/** The error for the client: UNAVAILABLE for a failing disk, else BAD_REQUEST. The parser's own errors have a status already. */
function refusal(cause: unknown): unknown {
  if (cause instanceof AppError || (typeof cause === 'object' && cause !== null && 'statusCode' in cause)) return cause;
  return fromSystem(cause) ?? new AppError('BAD_REQUEST', { cause });
}

interface Taken {
  upload: ReceivedUpload;
  /** Parts that the parser has returned. */
  taken: number;
  /** Files of other fields. */
  foreign: number;
}

async function takeParts(parts: AsyncIterableIterator<Multipart>, { field, folder }: Wanted): Promise<Taken> {
  const upload: ReceivedUpload = { files: [], fields: {} };
  let taken = 0;
  let foreign = 0;
  for await (const part of parts) {
    taken += 1;
    if (part.type === 'field') upload.fields[part.fieldname] = part.value;
    else if (part.fieldname === field)
      upload.files.push(await takeFile(part, join(folder, `received-${upload.files.length}`)));
    else {
      foreign += 1;
      part.file.resume();
    }
  }
  // Browsers send an empty part for a file input without a file.
  upload.files = upload.files.filter(({ bytes, filename }) => bytes > 0 || filename !== '');
  return { upload, taken, foreign };
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
