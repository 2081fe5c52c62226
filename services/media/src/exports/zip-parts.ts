import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ZipFile } from 'yazl';
import type { FileToStore } from '../sealing/sealed-objects.js';
import type { ExportedFile } from './exported-media.js';

/** The bytes of a file; null when they are gone. */
export type OpenFile = (file: ExportedFile) => Promise<Readable | null>;

/** Adds files uncompressed, as media files already are; each is opened when its entry is written. @returns paths by file id */
export async function addFiles(
  zip: ZipFile,
  files: AsyncIterable<ExportedFile> | Iterable<ExportedFile>,
  open: OpenFile,
  mtime: Date,
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for await (const file of files) {
    const { id, path, object } = file;
    paths.set(id, path);
    zip.addReadStreamLazy(path, { mtime, compress: false, size: object.bytes }, (give) => {
      open(file).then(
        (stream) => {
          if (!stream) return give(new Error(`the object of ${path} is missing`), Readable.from([]));
          // yazl listens only to the files that it opens itself.
          stream.once('error', (cause) => zip.emit('error', cause));
          give(null, stream);
        },
        (cause: unknown) => give(cause, Readable.from([])),
      );
    });
  }
  return paths;
}

/** Writes the finished ZIP to the disk. @throws the failure of an entry, so that an incomplete ZIP is never stored */
export async function saveZip(zip: ZipFile, path: string, signal: AbortSignal): Promise<FileToStore> {
  const broken = new AbortController();
  zip.once('error', (cause) => broken.abort(cause));
  const hash = createHash('sha256');
  const bytes = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(zip.outputStream, bytes, file, { signal: AbortSignal.any([signal, broken.signal]) });
  if (!file.closed) await once(file, 'close');
  return { path, bytes: file.bytesWritten, sha256: hash.digest('hex') };
}
