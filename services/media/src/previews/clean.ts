/**
 * Invisible characters that change the display of others: controls, bidirectional controls, tags, lone surrogates, private
 * use. Joiners stay, because emoji and some scripts need them.
 */
const STEERING =
  /[\p{Cc}\p{Cs}\p{Co}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** More combining marks on a letter than any language uses would cover neighbouring text. */
const HEAPS = /(\p{M}{4})\p{M}+/gu;

/** An untrusted text as one line of at most `longest` characters. */
export function clean(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(STEERING, '').replaceAll(HEAPS, '$1').trim();
  const characters = [...line];
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
