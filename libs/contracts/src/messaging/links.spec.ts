import { firstLink, linksIn } from './links.js';

describe('links in a text', () => {
  it.each([
    ['Look: https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
    ['(HTTP://Example.org/)', 'HTTP://Example.org/'],
    ['first http://a.example, then https://b.example', 'http://a.example'],
    ['no link: javascript://x, ftp://y, www.example.org', null],
    ['://', null],
    ['nothing', null],
  ])('%s', (text, first) => {
    expect(firstLink(text)).toBe(first);
  });

  it('keep their places', () => {
    const text = 'a https://a.example! b https://b.example';
    expect(linksIn(text).map(({ address, index }) => text.slice(index, index + address.length))).toEqual(['https://a.example', 'https://b.example']);
  });
});
