import { type TextLanguage, canonicalEmoji, searchKey } from '@duet/contracts/plain';
import { pageLanguage } from '../../../texts/index.js';

export const EMOJI_CATEGORIES = ['smileys', 'hearts', 'gestures', 'objects', 'nature', 'food'] as const;
export type EmojiCategory = (typeof EMOJI_CATEGORIES)[number];

export interface EmojiEntry {
  emoji: string;
  name: string;
}

interface BookEntry extends EmojiEntry {
  /** Whether it comes in skin tones. */
  hasTone: boolean;
  /** Names and keywords, folded, which a search compares with the query. */
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

/** Names and keywords in other languages than English, from Unicode's CLDR. */
const TRANSLATIONS = {
  de: () => import('emojibase-data/de/compact.json'),
  // Duet's Spanish is that of Latin America.
  es: () => import('emojibase-data/es-mx/compact.json'),
} as const satisfies Record<Exclude<TextLanguage, 'en'>, unknown>;

const isTranslated = (language: string): language is keyof typeof TRANSLATIONS => Object.hasOwn(TRANSLATIONS, language);

/** The data sets disagree on which emoji need the variation selector. */
const keyOf = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');

/** The emoji's name in the page's language, then its keywords; nothing for an English page. */
async function loadTranslation(): Promise<(emoji: string) => readonly string[]> {
  const language = pageLanguage();
  if (!isTranslated(language)) return () => [];
  const { default: emoji } = await TRANSLATIONS[language]();
  const words = new Map(emoji.map(({ unicode, label, tags = [] }) => [keyOf(unicode), [label, ...tags]]));
  return (one) => words.get(keyOf(one)) ?? [];
}

async function buildBook(): Promise<EmojiBook> {
  const [{ default: groups }, { default: keywords }, translated] = await Promise.all([
    import('unicode-emoji-json/data-by-group.json'),
    import('emojilib'),
    loadTranslation(),
  ]);
  const group = (slug: string): Listed[] => groups.find((one) => one.slug === slug)?.emojis ?? [];
  const entry = ({ emoji, name: english, skin_tone_support: hasTone }: Listed): BookEntry => {
    const own = translated(emoji);
    return {
      emoji,
      name: own[0] ?? english,
      hasTone,
      // The English ones too: some people search with the words that they know from elsewhere.
      words: searchKey([...own, english, ...(keywords[emoji] ?? [])].join(' ').replaceAll('_', ' ')),
    };
  };
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

/** All emoji with their names and keywords: 90 kB over the wire, and up to 45 kB for another language. Loaded when the picker first opens. */
export function loadEmoji(): Promise<EmojiBook> {
  book ??= buildBook().catch((cause: unknown) => {
    book = undefined;
    throw cause;
  });
  return book;
}

/** The emoji that have, for each word of the query, a word that begins with it. Names that begin with the query come first. */
export function searchEmoji(entries: readonly BookEntry[], query: string): BookEntry[] {
  const wanted = searchKey(query).split(/\s+/).filter(Boolean);
  const fits = ({ words, emoji }: BookEntry): boolean =>
    emoji === query.trim() || wanted.every((word) => ` ${words}`.includes(` ${word}`));
  const rank = ({ name }: BookEntry): number => (searchKey(name).startsWith(wanted.join(' ')) ? 0 : 1);
  return entries.filter(fits).toSorted((a, b) => rank(a) - rank(b));
}
