const LINK = /https?:\/\/[^\s<>"']+/gi;

/** Punctuation that ends a sentence, which is not part of a URL before it. */
const TRAILING = '.,;:!?)]';

/** A URL in a text, and the index at which it begins. */
export interface LinkInText {
  address: string;
  index: number;
}

/** Scans from the end: an anchored expression would take quadratic time for a long row of dots. */
function withoutTrailing(address: string): string {
  let end = address.length;
  while (TRAILING.includes(address.charAt(end - 1)) && end > 0) end -= 1;
  return address.slice(0, end);
}

/** Finds the http(s) URLs in a text, in order, in linear time. */
export const linksIn = (text: string): LinkInText[] =>
  [...text.matchAll(LINK)].map((match) => ({ address: withoutTrailing(match[0]), index: match.index }));

/** Returns the first link, which gets the preview; null for a text without links. */
export function firstLink(text: string): string | null {
  // A fast path: most texts have no link.
  return text.includes('://') ? (linksIn(text)[0]?.address ?? null) : null;
}
