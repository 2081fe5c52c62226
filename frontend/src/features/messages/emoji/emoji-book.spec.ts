import type { TextLanguage } from '@duet/contracts/plain';

/** Finds emoji on a page of its own, because a page loads one language. */
async function finder(language: TextLanguage): Promise<(query: string) => { emoji: string; name: string }[]> {
  jest.resetModules();
  const { loadLanguage } = await import('../../../texts/load-language.js');
  if (language !== 'en') await loadLanguage(language);
  const { EMOJI_CATEGORIES, loadEmoji, searchEmoji } = await import('./emoji-book.js');
  const book = await loadEmoji();
  const all = EMOJI_CATEGORIES.flatMap((category) => book[category]);
  return (query) => searchEmoji(all, query);
}

const HEART = '❤️';

it.each([
  ['en', 'Red heart', 'red heart'],
  ['de', 'rotes Herz', 'rotes Herz'],
  ['de', 'herz', 'rotes Herz'],
  ['de', 'red heart', 'rotes Herz'],
  ['es', 'corazón', 'corazón rojo'],
  ['es', 'CORAZON', 'corazón rojo'],
  ['es', 'heart', 'corazón rojo'],
] as const)('a page in %s finds the red heart by “%s” and calls it %s', async (language, query, name) => {
  const find = await finder(language);
  expect(find(query)).toContainEqual(expect.objectContaining({ emoji: HEART, name }));
});

it.each(['de', 'es'] as const)('every emoji has a name in %s', async (language) => {
  const [english, translated] = [(await finder('en'))(''), (await finder(language))('')];
  const names = new Map(english.map(({ emoji, name }) => [emoji, name]));
  expect(translated).toHaveLength(english.length);
  // Some words are the same in both languages.
  const same = translated.filter(({ emoji, name }) => names.get(emoji) === name);
  expect(same.length).toBeLessThan(translated.length / 20);
});

it('puts names that begin with the query first, whatever their accents', async () => {
  const find = await finder('es');
  expect(find('corazon')[0]?.name).toMatch(/^corazón/);
});
