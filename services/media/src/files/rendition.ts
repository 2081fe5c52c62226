import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AttachmentKind } from '@duet/contracts';
import type { FileToStore } from '../storage/object-store.js';

/** A file of ours that becomes an object, and what it is served as. */
export interface Rendition extends FileToStore {
  mimeType: string;
}

/** What an uploaded file became: clean, and with what is shown of it. `sha256` is of what was sent. */
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

/** Reads a file once to know what it holds. */
export async function renditionOf(path: string, mimeType: string): Promise<Rendition> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex'), mimeType };
}
