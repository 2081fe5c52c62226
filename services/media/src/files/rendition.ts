import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AttachmentKind } from '@duet/contracts';
import type { FileToStore } from '../sealing/sealed-objects.js';

/** A local file that becomes an object, and its content type. */
export interface Rendition extends FileToStore {
  mimeType: string;
}

/** An uploaded file without metadata, with its previews. `sha256` is the hash of the uploaded bytes. */
export interface PreparedFile {
  kind: AttachmentKind;
  filename: string;
  sha256: string;
  original: Rendition;
  display?: Rendition;
  thumbnail?: Rendition;
  width?: number;
  height?: number;
  duration?: number;
  blur?: string;
}

/** Hashes and measures a file. */
export async function renditionOf(path: string, mimeType: string): Promise<Rendition> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex'), mimeType };
}
