import { canonicalEmoji } from '@duet/contracts/plain';

export const EMOJI_CATEGORIES = ['smileys', 'hearts', 'gestures', 'objects', 'nature', 'food'] as const;
export type EmojiCategory = (typeof EMOJI_CATEGORIES)[number];

export interface EmojiEntry {
  emoji: string;
  name: string;
}

interface BookEntry extends EmojiEntry {
  /** Whether it comes in skin tones. */
  hasTone: boolean;
  /** Name and keywords, which a search compares with the query. */
  words: string;
}

export type EmojiBook = Record<EmojiCategory, readonly BookEntry[]>;

interface Listed {
  emoji: string;
  name: string;
  skin_tone_support: boolean;
}

const HEARTS = /heart|love letter|kiss mark/;
const FACES = /face|eyes|cat|smiling/;
const isHeart = ({ name }: Listed): boolean => HEARTS.test(name) && !FACES.test(name);

/** The first sky emoji in the group of places. */
const FIRST_OF_SKY = '🌑';

async function buildBook(): Promise<EmojiBook> {
  const [{ default: groups }, { default: keywords }] = await Promise.all([
    import('unicode-emoji-json/data-by-group.json'),
    import('emojilib'),
  ]);
  const group = (slug: string): Listed[] => groups.find((one) => one.slug === slug)?.emojis ?? [];
  const entry = ({ emoji, name, skin_tone_support: hasTone }: Listed): BookEntry => ({
    emoji,
    name,
    hasTone,
    words: [name, ...(keywords[emoji] ?? [])].join(' ').replaceAll('_', ' ').toLowerCase(),
  });
  // A browser that does not know an emoji cannot draw it.
  const entries = (listed: Listed[]): BookEntry[] =>
    listed.filter(({ emoji }) => canonicalEmoji(emoji) !== null).map(entry);
  const feelings = group('smileys_emotion');
  const places = group('travel_places');
  const sky = places.findIndex(({ emoji }) => emoji === FIRST_OF_SKY);
  return {
    smileys: entries(feelings.filter((one) => !isHeart(one))),
    hearts: entries(feelings.filter(isHeart)),
    gestures: entries(group('people_body')),
    objects: entries([
      ...group('activities'),
      ...group('objects'),
      ...places.slice(0, sky),
      ...group('symbols'),
      ...group('flags'),
    ]),
    nature: entries([...group('animals_nature'), ...places.slice(sky)]),
    food: entries(group('food_drink')),
  };
}

let book: Promise<EmojiBook> | undefined;

/** All emoji with their names and keywords: 90 kB over the wire, loaded when the picker first opens. */
export function loadEmoji(): Promise<EmojiBook> {
  book ??= buildBook().catch((cause: unknown) => {
    book = undefined;
    throw cause;
  });
  return book;
}

/** The emoji that have, for each word of the query, a word that begins with it. Names that begin with the query come first. */
export function searchEmoji(entries: readonly BookEntry[], query: string): BookEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ words, emoji }: BookEntry): boolean =>
    emoji === query.trim() || wanted.every((word) => ` ${words}`.includes(` ${word}`));
  const rank = ({ name }: BookEntry): number => (name.startsWith(wanted.join(' ')) ? 0 : 1);
  return entries.filter(fits).toSorted((a, b) => rank(a) - rank(b));
}
