/** Created at the first use, so that a browser without the `v` flag can run everything else. */
let oneEmoji: RegExp | undefined;

const isEmoji = (value: string): boolean => (oneEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(value);

/** Variation selector 16: requests emoji presentation for a character that is also text. */
const EMOJI_STYLE = '\u{FE0F}';

/** Returns the RGI spelling of a single emoji (Unicode TS #51), or null for any other text. */
export function canonicalEmoji(value: string): string | null {
  if (value.length > 64) return null;
  return [value, value + EMOJI_STYLE].find(isEmoji) ?? null;
}
