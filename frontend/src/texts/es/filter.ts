import type { filter as en } from '../en/filter.js';

export const filter: Record<keyof typeof en, string> = {
  filter: 'Filtrar',
  year: 'Año',
  author: 'De quién',
  tag: 'Etiqueta',
  kind: 'Tipo',
  timed: 'Enterradas',
  keepsake: 'Álbumes',
  favourites: 'Favoritas',
  remove: 'Quitar el filtro {name}: {value}',
  clear: 'Ver todo',
};
