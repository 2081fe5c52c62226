import type { filter as en } from '../en/filter.js';

export const filter: Record<keyof typeof en, string> = {
  filter: 'Filter',
  year: 'Jahr',
  author: 'Von wem',
  tag: 'Schlagwort',
  kind: 'Art',
  timed: 'Vergraben',
  keepsake: 'Alben',
  favourites: 'Favoriten',
  remove: 'Filter „{name}: {value}“ entfernen',
  clear: 'Alle zeigen',
};
