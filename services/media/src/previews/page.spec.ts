import { pageOf } from './page.js';

const page = (html: string | Buffer, type = 'text/html') => pageOf(Buffer.from(html), type);
const titled = (title: string) => page(`<head><meta property="og:title" content="${title}">`).title;

describe('the metadata of a page', () => {
  it('comes from Open Graph first, then from the other tags', () => {
    const all = `<!doctype html><html><head><title>Plain</title><meta name="description" content="Plain words">
      <meta name="twitter:title" content="Bird"><meta property="og:title" content="Best &amp; first"><meta property="og:description" content="Told
      in two lines"><meta property="og:site_name" content="The Site"><meta property="og:image" content="/a.png"></head>`;
    expect(page(all)).toEqual({
      title: 'Best & first',
      description: 'Told in two lines',
      siteName: 'The Site',
      image: '/a.png',
    });
    expect(page('<title>Plain</title><meta name=description content=Words>')).toEqual({
      title: 'Plain',
      description: 'Words',
      siteName: null,
      image: null,
    });
    expect(page('<p>nothing</p>')).toEqual({ title: null, description: null, siteName: null, image: null });
  });

  it('does not come from body, scripts or pictures', () => {
    const body =
      '<head><title>Right</title><script>"<meta property=og:title content=Script>"</script></head><body><meta property="og:title" content="Body"><svg><title>Picture</title></svg>';
    expect(page(body)).toMatchObject({ title: 'Right' });
  });

  it('is shortened and contains no control characters', () => {
    expect(titled('a'.repeat(300))).toBe(`${'a'.repeat(199)}…`);
    expect([...(titled('👩‍👩‍👧'.repeat(300)) ?? '')].length).toBeLessThanOrEqual(200);
    expect(titled('safe\u202Egnp.exe\u2066\u0000\u0007\u200B')).toBe('safegnp.exe');
    expect(titled('&#x202e;evil&#x2067;&#0;')).not.toMatch(/[\u202A-\u202E\u2060-\u206F\0]/);
    expect(titled(`z${'\u0335'.repeat(500)}`)).toBe(`z${'\u0335'.repeat(4)}`);
    expect(titled('\u202E\u200B ')).toBeNull();
    expect(titled('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('<script>alert(1)</script>');
  });

  it('is decoded by the page’s charset', () => {
    const cyrillic = Buffer.concat([
      Buffer.from('<meta charset="windows-1251"><title>'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      Buffer.from('</title>'),
    ]);
    expect(page(cyrillic).title).toBe('Привет');
    expect(page(cyrillic, 'text/html; charset=windows-1251').title).toBe('Привет');
    const japanese = Buffer.concat([
      Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from('</title>'),
    ]);
    expect(page(japanese).title).toBe('日本');
    expect(page(Buffer.from('\uFEFF<title>Wide</title>', 'utf16le'), 'text/html').title).toBe('Wide');
    expect(page('<title>Grün</title>', 'text/html; charset=no-such-thing').title).toBe('Grün');
    expect(
      page(Buffer.from([0x3c, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x3e, 0xff, 0xfe, 0x41]), 'text/html; charset=utf-8').title,
    ).toContain('A');
  });

  it('is parsed only up to the limits of nesting and tags', () => {
    const half = 256 * 1024;
    const deep = '<i>'.repeat(half / 3) + '</b>'.repeat(half / 4);
    const wide = `<meta ${Array.from({ length: 20_000 }, (_, n) => `a${n}=b`).join(' ')}>`;
    // Without limits this takes minutes, beyond the test's timeout.
    for (const bomb of [
      deep,
      wide,
      '<'.repeat(2 * half),
      '<a '.repeat(half),
      `<title>${'a'.repeat(2 * half)}`,
      '&'.repeat(2 * half),
      '<!--'.repeat(half),
    ]) {
      expect(() => page(bomb)).not.toThrow();
    }
  });
});
