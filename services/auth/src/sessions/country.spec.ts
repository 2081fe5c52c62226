import { countryOf } from './country.js';

describe('the country of an address', () => {
  it.each([
    ['8.8.8.8', 'US'],
    ['193.0.6.139', 'NL'],
    ['2001:67c:2e8:22::c100:68b', 'NL'],
    ['::ffff:193.0.6.139', 'NL'],
  ])('of %s is %s', (ip, country) => {
    expect(countryOf(ip)).toBe(country);
  });

  it.each(['127.0.0.1', '10.1.2.3', '192.168.1.7', '::1', 'fe80::1', '192.0.2.1', 'unknown', ''])(
    'of %j is null',
    (ip) => {
      expect(countryOf(ip)).toBeNull();
    },
  );
});
