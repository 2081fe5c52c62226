/** Built at the first use: a browser without the `v` flag can still run everything else. */
let oneEmoji: RegExp | undefined;

const isEmoji = (value: string): boolean => (oneEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(value);

/** Asks for the picture where a character is also text, as in a bare heart. */
const EMOJI_STYLE = '\u{FE0F}';

/** The one spelling of a single emoji as Unicode recommends it for interchange, or null for anything else. */
export function canonicalEmoji(value: string): string | null {
  if (value.length > 64) return null;
  return [value, value + EMOJI_STYLE].find(isEmoji) ?? null;
}
