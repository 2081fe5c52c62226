export const filter = {
  filter: 'Filter',
  year: 'Year',
  author: 'By',
  tag: 'Tag',
  kind: 'Kind',
  timed: 'Buried',
  keepsake: 'Albums',
  favourites: 'Favourites',
  remove: 'Remove the filter {name}: {value}',
  clear: 'Show all',
} as const;
