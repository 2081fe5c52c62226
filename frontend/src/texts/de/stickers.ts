import type { stickers as en } from '../en/stickers.js';

export const stickers: Record<keyof typeof en, string> = {
  stickers: 'Sticker',
  recentlyUsed: 'Zuletzt benutzt',
  all: 'Alle Sticker',
  drawANote: 'Notiz zeichnen',
  loading: 'Sticker werden geladen',
  theStickersCouldNotBeLoaded: 'Die Sticker ließen sich nicht laden.',
  yes: 'Ja!',
  nope: 'Nö',
  asleep: 'z',
};
