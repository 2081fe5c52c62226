import type { Rule } from '../core/rules.js';
import { TEXTS } from '../core/texts.js';

/**
 * Every sticker by its id, with the name that is the message's content: for search and clients without drawings. Messages
 * are stored with both, so an entry is never renamed or removed. `stickerNameIn` has the names in other languages.
 */
export const STICKERS = {
  love: 'I love you',
  hug: 'Big hug',
  kiss: 'Kiss',
  together: 'You and me',
  'miss-you': 'I miss you',
  smitten: 'Smitten',
  proud: 'Proud of you',
  shy: 'Oh, you',
  thanks: 'Thank you',
  sorry: 'I am sorry',
  please: 'Pretty please',
  flowers: 'Flowers for you',
  laugh: 'I can’t stop laughing',
  wow: 'Wow',
  cry: 'In tears',
  angry: 'Grumpy',
  yes: 'Yes',
  no: 'No way',
  thinking: 'Let me think',
  'on-my-way': 'On my way',
  'good-morning': 'Good morning',
  coffee: 'Coffee?',
  hungry: 'I am hungry',
  cheers: 'Cheers',
  birthday: 'Happy birthday',
  dance: 'Dance with me',
  'get-well': 'Get well soon',
  'good-night': 'Good night',
} as const;

export type StickerId = keyof typeof STICKERS;

export const STICKER_IDS = Object.keys(STICKERS) as readonly StickerId[];

export const isStickerId = (id: unknown): id is StickerId => typeof id === 'string' && Object.hasOwn(STICKERS, id);

/** The rule for the content of a message with a sticker: exactly the sticker's name. */
export const stickerContentRule =
  (sticker: unknown): Rule =>
  (content) =>
    isStickerId(sticker) && content === STICKERS[sticker] ? null : TEXTS.stickerContent;
