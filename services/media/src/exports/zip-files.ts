import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
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
