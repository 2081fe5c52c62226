export type ImageType = 'png' | 'jpeg' | 'webp';

/** What each type's files may be called; a name without an extension claims nothing. */
const EXTENSIONS: Record<ImageType, readonly string[]> = { png: ['png'], jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'], webp: ['webp'] };

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** What the bytes are, whatever they are called; null for anything that is not one of the three. */
export function imageTypeOf(file: Buffer): ImageType | null {
  if (file.subarray(0, 8).equals(PNG)) return 'png';
  if (file.subarray(0, 3).equals(JPEG)) return 'jpeg';
  return file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}

/** Whether a file's name claims what its bytes are. */
export function nameAgrees(filename: string, type: ImageType): boolean {
  const extension = /\.([^./\\]*)$/.exec(filename)?.[1]?.toLowerCase();
  return extension === undefined || EXTENSIONS[type].includes(extension);
}

/**
 * Whether the file also is something else: a page, a script, a document or an archive for whoever reads it as one.
 * PNG and WebP say where they end, so nothing may follow. Cameras do put more pictures and films behind a JPEG, so
 * there, as inside of all three, what betrays the other nature is looked for.
 */
export function isPolyglot(file: Buffer, type: ImageType): boolean {
  if (type === 'png' && !file.subarray(-PNG_END.length).equals(PNG_END)) return true;
  if (type === 'webp' && file.length > 12 && file.readUInt32LE(4) + 8 < file.length) return true;
  return isArchive(file) || hasDocument(file) || MARKUP.test(file.toString('latin1'));
}

/** Long enough that a picture's compressed bytes do not spell them by chance. */
const MARKUP = /<!doctype\s|<html[\s>]|<script[\s>]|<iframe[\s>]|<svg\s+xmlns|<\?php[\s]/i;

/** PDF readers look for their mark in the first kilobyte. */
const hasDocument = (file: Buffer): boolean => file.subarray(0, 1_024).includes('%PDF-');

const ZIP_END = Buffer.from('504b0506', 'hex');
const ZIP_END_LENGTH = 22;

/** An archive is read from its end: a record that says how many bytes of comment follow it, up to the last. */
function isArchive(file: Buffer): boolean {
  for (let at = file.lastIndexOf(ZIP_END); at >= 0 && at >= file.length - ZIP_END_LENGTH - 0xffff; at = file.lastIndexOf(ZIP_END, at - 1)) {
    if (at + ZIP_END_LENGTH <= file.length && at + ZIP_END_LENGTH + file.readUInt16LE(at + 20) === file.length) return true;
    if (at === 0) return false;
  }
  return false;
}
