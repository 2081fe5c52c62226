import { excerptOf, textHitsIn } from './text-hits.js';

const marked = (text: string, q: string): string[] => textHitsIn(text, q).map(({ from, to }) => text.slice(from, to));

describe('the marks of a search', () => {
  it.each([
    ['The train to Lisbon', 'lisb tra', ['tra', 'Lisb']],
    ['Café São Jorge', 'cafe sao', ['Café', 'São']],
    ['Cafe\u0301 by day', 'café', ['Cafe\u0301']],
    ['ÜBERALL Lichter', 'uber', ['ÜBER']],
    ['ﬁne days', 'fin', ['ﬁn']],
    ['🌊🌊 sea', 'se', ['se']],
    ['banana and an apple', 'an', ['an', 'an']],
    ['A lantern', 'tern', ['tern']],
    ['Nothing here', 'sea', []],
    ['<b>&amp;</b>', '& |', []],
    ['', 'sea', []],
  ])('of %j for %j are %j', (text, q, expected) => {
    expect(marked(text, q)).toEqual(expected);
  });
});

describe('an excerpt', () => {
  it('keeps short texts whole', () => {
    expect(excerptOf('The lantern is lit', 'lit')).toBe('The lantern is lit');
  });

  it('begins a little before the first match of a long text, at a word', () => {
    const text = `${'many words before it '.repeat(30)}the lantern ${'and after it '.repeat(30)}`;
    const excerpt = excerptOf(text, 'lantern');
    expect(excerpt).toMatch(/^…\w+ .*the lantern and after it .*…$/);
    expect(excerpt.length).toBeLessThanOrEqual(162);
  });

  it('finds its match behind one very long word', () => {
    expect(excerptOf(`${'x'.repeat(400)} lantern`, 'lantern')).toContain('lantern');
  });
});
