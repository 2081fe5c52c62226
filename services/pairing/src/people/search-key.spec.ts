import { prefixPattern, searchKey } from './search-key.js';

describe('search keys', () => {
  it.each([
    ['  Zoë ', 'zoe'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['İstanbul', 'istanbul'],
    ['Ｆｕｌｌ', 'full'],
    ['Ωmega', 'ωmega'],
    ['हिन्दी', 'हिन्दी'],
    ['\u0301\u0300', ''],
    ['😀Al', '😀al'],
  ])('fold %j to %j', (text, key) => {
    expect(searchKey(text)).toBe(key.normalize('NFKD'));
  });

  it('escape the wildcards of LIKE', () => {
    expect(prefixPattern('a_b%c\\d')).toBe('a\\_b\\%c\\\\d%');
  });
});
