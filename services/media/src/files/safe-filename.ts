/** The longest name of common file systems, in bytes. */
const LONGEST = 255;

/** Longer names lose their start first, in characters: the extension is at the end. */
const LONGEST_GIVEN = 1_024;

/** Control and format characters, among them bidirectional controls; emoji need the zero-width joiner. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu;

/** Characters that are special on some operating system. */
const RESERVED = /[:*?"<>|]/g;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The longest start of a text within `bytes` that splits no character. */
function shortened(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (bytesOf(kept) + bytesOf(character) > bytes) break;
    kept += character;
  }
  return kept;
}

/** The name without dots and spaces at its end. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[.\s]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** A name's extension in lower case without the dot; empty for none. */
export const extensionOf = (filename: string): string =>
  /[^.]\.([^.\s/\\]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** A name that is safe on every system: the last part of a path, NFC, visible characters, at most 255 bytes. */
export function safeFilename(given: string): string {
  const last = given.slice(-LONGEST_GIVEN).toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const begun = last
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .replaceAll(RESERVED, '_')
    .replace(/^[.\s]+/, '');
  const clean = withoutEnd(begun);
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
