import { canonicalEmoji } from '@duet/contracts/plain';

export const EMOJI_CATEGORIES = ['smileys', 'hearts', 'gestures', 'objects', 'nature', 'food'] as const;
export type EmojiCategory = (typeof EMOJI_CATEGORIES)[number];

export interface EmojiEntry {
  emoji: string;
  name: string;
  hasTone: boolean;
  /** What a search looks into. */
  words: string;
}

export type EmojiBook = Record<EmojiCategory, readonly EmojiEntry[]>;

interface Listed {
  emoji: string;
  name: string;
  skin_tone_support: boolean;
}

const HEARTS = /heart|love letter|kiss mark/;
const FACES = /face|eyes|cat|smiling/;
const isHeart = ({ name }: Listed): boolean => HEARTS.test(name) && !FACES.test(name);

/** Where the sky begins among the places. */
const FIRST_OF_SKY = '🌑';

async function load(): Promise<EmojiBook> {
  const [{ default: groups }, { default: keywords }] = await Promise.all([import('unicode-emoji-json/data-by-group.json'), import('emojilib')]);
  const group = (slug: string): Listed[] => groups.find((one) => one.slug === slug)?.emojis ?? [];
  const entry = ({ emoji, name, skin_tone_support: hasTone }: Listed): EmojiEntry => ({
    emoji,
    name,
    hasTone,
    words: [name, ...(keywords[emoji] ?? [])].join(' ').replaceAll('_', ' ').toLowerCase(),
  });
  // What this browser does not know as one emoji it cannot draw as one either.
  const entries = (listed: Listed[]): EmojiEntry[] => listed.filter(({ emoji }) => canonicalEmoji(emoji) !== null).map(entry);
  const feelings = group('smileys_emotion');
  const places = group('travel_places');
  const sky = places.findIndex(({ emoji }) => emoji === FIRST_OF_SKY);
  return {
    smileys: entries(feelings.filter((one) => !isHeart(one))),
    hearts: entries(feelings.filter(isHeart)),
    gestures: entries(group('people_body')),
    objects: entries([...group('activities'), ...group('objects'), ...places.slice(0, sky), ...group('symbols'), ...group('flags')]),
    nature: entries([...group('animals_nature'), ...places.slice(sky)]),
    food: entries(group('food_drink')),
  };
}

let book: Promise<EmojiBook> | undefined;

/** All emoji with their names and keywords: 90 kB over the wire, so only once somebody wants one. */
export function loadEmoji(): Promise<EmojiBook> {
  book ??= load().catch((cause: unknown) => {
    book = undefined;
    throw cause;
  });
  return book;
}

/** Those whose words all begin some word of the emoji; names that begin with the query stand first. */
export function searchEmoji(entries: readonly EmojiEntry[], query: string): EmojiEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ words, emoji }: EmojiEntry): boolean => emoji === query.trim() || wanted.every((word) => ` ${words}`.includes(` ${word}`));
  const rank = ({ name }: EmojiEntry): number => (name.startsWith(wanted.join(' ')) ? 0 : 1);
  return entries.filter(fits).toSorted((a, b) => rank(a) - rank(b));
}
