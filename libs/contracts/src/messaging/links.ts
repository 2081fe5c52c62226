/** `www.` begins a link at the start of a word only: `me@www.example.org` is an e-mail address. */
const LINK = /(?:https?:\/\/|(?<![\p{L}\p{N}_@./-])www\.(?=[\p{L}\p{N}]))[^\s<>"']+/giu;

/** Punctuation that ends a sentence, which is not part of a URL before it. */
const TRAILING = '.,;:!?)]';

/** A link as the text writes it, and the index at which it begins. */
export interface LinkInText {
  text: string;
  index: number;
}

/** Scans from the end: an anchored expression would take quadratic time for a long row of dots. */
function withoutTrailing(text: string): string {
  let end = text.length;
  while (TRAILING.includes(text.charAt(end - 1)) && end > 0) end -= 1;
  return text.slice(0, end);
}

/** Finds the http(s) URLs and the `www.` addresses in a text, in order, in linear time. */
export const linksIn = (text: string): LinkInText[] =>
  [...text.matchAll(LINK)].map((match) => ({ text: withoutTrailing(match[0]), index: match.index }));

/** Returns the URL that a link of a text leads to: without a scheme it is https. */
export const urlOf = (link: string): string => (/^www\./i.test(link) ? `https://${link}` : link);

/** Returns the URL of the first link, which gets the preview; null for a text without links. */
export function firstLink(text: string): string | null {
  // A fast path: most texts have no link.
  if (!/:\/\/|www\./i.test(text)) return null;
  const [first] = linksIn(text);
  return first ? urlOf(first.text) : null;
}
