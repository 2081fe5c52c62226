export const stickers = {
  stickers: 'Stickers',
  recentlyUsed: 'Recently used',
  all: 'All stickers',
  drawANote: 'Draw a note',
  loading: 'Loading stickers',
  theStickersCouldNotBeLoaded: 'The stickers could not be loaded.',
  yes: 'Yes!',
  nope: 'Nope',
  asleep: 'z',
} as const;
