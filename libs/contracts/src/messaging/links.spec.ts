import { firstLink, linksIn } from './links.js';

describe('the links of a text', () => {
  it.each([
    ['Look: https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
    ['(HTTP://Example.org/)', 'HTTP://Example.org/'],
    ['first http://a.example, then https://b.example', 'http://a.example'],
    ['no link: javascript://x, ftp://y, www.example.org', null],
    ['://', null],
    [`http://a${'.'.repeat(7_980)}`, 'http://a'],
    [`http://a${'.'.repeat(7_980)}a`, `http://a${'.'.repeat(7_980)}a`],
    ['http://...', 'http://'],
    ['nothing', null],
  ])('%j begin with %j', (text, first) => {
    expect(firstLink(text)).toBe(first);
  });

  it('have their index in the text', () => {
    const text = 'a https://a.example! b https://b.example';
    expect(linksIn(text).map(({ address, index }) => text.slice(index, index + address.length))).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });
});
