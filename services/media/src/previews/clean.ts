/**
 * Characters that do not show but steer what shows: controls, marks of direction, tags, halves of pairs, and those that
 * mean nothing. Joiners stay: emoji and some scripts need them.
 */
const STEERING = /[\p{Cc}\p{Cs}\p{Co}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** More marks upon one letter than any language has would run over its neighbours. */
const HEAPS = /(\p{M}{4})\p{M}+/gu;

/** A stranger's words as one line of at most so many characters. */
export function clean(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(STEERING, '').replaceAll(HEAPS, '$1').trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('').trimEnd()}…`;
}
