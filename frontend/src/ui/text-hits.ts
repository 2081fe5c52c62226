import { searchKey, searchWordsOf } from '@duet/contracts/plain';

/** A part of a text that matches a search, from a position up to another. */
export interface TextHit {
  from: number;
  to: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The text as searches compare it, and for each of its characters the position in the text. */
function folded(text: string): { key: string; at: number[] } {
  const at: number[] = [];
  let [key, position] = ['', 0];
  for (const character of text) {
    const part = character.trim() === '' ? character : searchKey(character);
    for (let n = 0; n < part.length; n += 1) at.push(position);
    key += part;
    position += character.length;
  }
  return { key, at: [...at, position] };
}

/** The places where words of a query begin words of a text, without case and accents; else those of the whole query. */
export function textHitsIn(text: string, q: string): TextHit[] {
  const { key, at } = folded(text);
  const sought = searchWordsOf(q).toSorted((a, b) => b.length - a.length);
  const hitAt = (from: number, length: number): TextHit => ({ from: at[from] ?? 0, to: at[from + length] ?? 0 });
  const hits = [...key.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const start = sought.find((one) => word.startsWith(one));
    return start === undefined ? [] : [hitAt(index, start.length)];
  });
  if (hits.length > 0) return hits;
  const whole = searchKey(q);
  const index = whole === '' ? -1 : key.indexOf(whole);
  return index === -1 ? [] : [hitAt(index, whole.length)];
}

/** How much of a long text is shown before its first hit. */
const BEFORE = 40;

/** The part of a text around its first match, cut at words. */
export function excerptOf(text: string, q: string, length = 160): string {
  if (text.length <= length) return text;
  const first = textHitsIn(text, q)[0]?.from ?? 0;
  const from = first <= BEFORE ? 0 : Math.max(text.lastIndexOf(' ', first - BEFORE) + 1, first - 2 * BEFORE);
  const cut = text.slice(from, from + length).replace(/[\uD800-\uDBFF]$/, '');
  return `${from > 0 ? '…' : ''}${cut}${from + cut.length < text.length ? '…' : ''}`;
}
