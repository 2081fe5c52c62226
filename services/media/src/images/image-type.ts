export type ImageType = 'png' | 'jpeg' | 'webp';

/** Extensions of each type; a name without an extension is accepted. */
const EXTENSIONS: Record<ImageType, readonly string[]> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  webp: ['webp'],
};

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** The type by the file's first bytes; null for any other type. */
export function imageTypeOf(file: Buffer): ImageType | null {
  if (file.subarray(0, 8).equals(PNG)) return 'png';
  if (file.subarray(0, 3).equals(JPEG)) return 'jpeg';
  return file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}

/** Whether a file's extension agrees with its type. */
export function nameAgrees(filename: string, type: ImageType): boolean {
  const extension = /\.([^./\\]*)$/.exec(filename)?.[1]?.toLowerCase();
  return extension === undefined || EXTENSIONS[type].includes(extension);
}

/**
 * Whether the file is a polyglot: also a valid HTML page, script, PDF or archive. PNG and WebP mark their end, so nothing
 * may follow it. Cameras append pictures and videos to a JPEG, so a JPEG is only searched for signs of the other types.
 */
export function isPolyglot(file: Buffer, type: ImageType): boolean {
  if (type === 'png' && !file.subarray(-PNG_END.length).equals(PNG_END)) return true;
  if (type === 'webp' && file.length > 12 && file.readUInt32LE(4) + 8 < file.length) return true;
  return isArchive(file) || hasDocument(file) || MARKUP.test(file.toString('latin1'));
}

/** Markers that are too long to occur in compressed bytes by chance. */
const MARKUP = /<!doctype\s|<html[\s>]|<script[\s>]|<iframe[\s>]|<svg\s+xmlns|<\?php[\s]/i;

/** PDF readers accept their marker anywhere in the first kilobyte. */
const hasDocument = (file: Buffer): boolean => file.subarray(0, 1_024).includes('%PDF-');

const ZIP_END = Buffer.from('504b0506', 'hex');
const ZIP_END_LENGTH = 22;

/** A ZIP is read from its end record, which states the length of the comment that ends the file. */
function isArchive(file: Buffer): boolean {
  for (
    let at = file.lastIndexOf(ZIP_END);
    at >= 0 && at >= file.length - ZIP_END_LENGTH - 0xffff;
    at = file.lastIndexOf(ZIP_END, at - 1)
  ) {
    if (at + ZIP_END_LENGTH <= file.length && at + ZIP_END_LENGTH + file.readUInt16LE(at + 20) === file.length)
      return true;
    if (at === 0) return false;
  }
  return false;
}
