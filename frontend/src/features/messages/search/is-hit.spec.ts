import { STICKERS } from '@duet/contracts/plain';
import { aMessage, me, partner } from '../../../../test/chat-server.js';
import { en } from '../../../texts/en/index.js';
import { speak } from '../../../texts/index.js';
import { loadLanguage } from '../../../texts/load-language.js';
import { isHit } from './is-hit.js';

afterEach(() => speak('en', en, null));

it.each([
  ['de', 'hug', 'UMARMung'],
  ['es', 'together', 'TU'],
] as const)(
  'a search on the device finds a sticker by its words in the language of the page: %s',
  async (language, id, q) => {
    const sticker = aMessage(1, partner, { content: STICKERS[id], sticker: id });
    const finds = (words: string): boolean => isHit(sticker, { q: words }, { self: me._id, zone: 'UTC' });
    expect(finds(q)).toBe(false);
    await loadLanguage(language);
    expect(finds(q)).toBe(true);
    expect(finds(STICKERS[id])).toBe(true);
    expect(finds('kiss')).toBe(false);
  },
);
