import { firstLink, linksIn } from './links.js';

describe('the links of a text', () => {
  it.each([
    ['Look: https://example.org/a?b=c#d.', 'https://example.org/a?b=c#d'],
    ['(HTTP://Example.org/)', 'HTTP://Example.org/'],
    ['first http://a.example, then https://b.example', 'http://a.example'],
    ['no link: javascript://x, ftp://y, me@www.example.org, wwww.example.org', null],
    ['www.example.org/menu, or http://a.example', 'https://www.example.org/menu'],
    ['(WWW.Example.org)', 'https://WWW.Example.org'],
    ['www. and www.', null],
    ['://', null],
    [`http://a${'.'.repeat(7_980)}`, 'http://a'],
    [`http://a${'.'.repeat(7_980)}a`, `http://a${'.'.repeat(7_980)}a`],
    ['http://...', 'http://'],
    ['nothing', null],
  ])('%j begin with %j', (text, first) => {
    expect(firstLink(text)).toBe(first);
  });

  it('have their index in the text', () => {
    const text = 'a https://a.example! b https://b.example, www.c.example';
    expect(linksIn(text).map((link) => text.slice(link.index, link.index + link.text.length))).toEqual([
      'https://a.example',
      'https://b.example',
      'www.c.example',
    ]);
  });
});
