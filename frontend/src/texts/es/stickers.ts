import type { stickers as en } from '../en/stickers.js';

export const stickers: Record<keyof typeof en, string> = {
  stickers: 'Stickers',
  recentlyUsed: 'Recientes',
  all: 'Todos los stickers',
  drawANote: 'Dibujar una nota',
  loading: 'Cargando stickers',
  theStickersCouldNotBeLoaded: 'No se pudieron cargar los stickers.',
  yes: '¡Sí!',
  nope: 'Nop',
  asleep: 'z',
};
