/** What file systems take for a name's length, in bytes. */
const LONGEST = 255;

/** Control and format characters, among them those that turn the direction of text; the joiner stays, emoji need it. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu;

/** What some system takes for a separator, a drive, a pattern or a pipe. */
const RESERVED = /[:*?"<>|]/g;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The start of a text that has so many bytes at most, and no half character. */
function shortened(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (bytesOf(kept) + bytesOf(character) > bytes) break;
    kept += character;
  }
  return kept;
}

/** A name's extension with its dot, in lower case; empty when it has none. */
export const extensionOf = (filename: string): string => /[^.]\.([^.\s/\\]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** What a file may be called wherever it goes: the last part of a path, visible characters in one form, and not too long. */
export function safeFilename(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(INVISIBLE, '').normalize('NFC').replaceAll(RESERVED, '_').replace(/^[.\s]+/, '').replace(/[.\s]+$/, '');
  if (clean === '') return 'file';
  if (bytesOf(clean) <= LONGEST) return clean;
  const extension = extensionOf(clean);
  const end = extension === '' ? '' : `.${clean.slice(-extension.length)}`;
  return `${shortened(clean.slice(0, clean.length - end.length), LONGEST - bytesOf(end)).trimEnd()}${end}`;
}

/** The same name with another extension. */
export function renamed(filename: string, extension: string): string {
  const own = extensionOf(filename);
  const stem = own === '' ? filename : filename.slice(0, -own.length - 1);
  return safeFilename(`${stem}.${extension}`);
}
