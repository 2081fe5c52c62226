const LINK = /https?:\/\/[^\s<>"']+/gi;

/** Punctuation that ends a sentence is not part of the address in it. */
const TRAILING = /[.,;:!?)\]]+$/;

/** An address in a text, and where it begins. */
export interface LinkInText {
  address: string;
  index: number;
}

/** The http(s) addresses in a text, in their order; nothing else ever becomes a link. */
export const linksIn = (text: string): LinkInText[] => [...text.matchAll(LINK)].map((match) => ({ address: match[0].replace(TRAILING, ''), index: match.index }));

/** The one that a preview is made of; null for a text without any. */
export function firstLink(text: string): string | null {
  // Most texts have none, and this finds out fastest.
  return text.includes('://') ? (linksIn(text)[0]?.address ?? null) : null;
}
