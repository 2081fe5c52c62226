import { disposition } from '../http/disposition.js';
import { renamed, safeFilename } from './safe-filename.js';

const RTL = '\u202e';

describe('safeFilename', () => {
  it.each([
    ['holiday.jpg', 'holiday.jpg'],
    ['Ümläut ❤️ 日本.png', 'Ümläut ❤️ 日本.png'],
    ['👩‍👧.png', '👩‍👧.png'],
    ['u\u0308.txt', 'ü.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.txt', 'evil.txt'],
    [`exe.${RTL}gpj.txt`, 'exe.gpj.txt'],
    ['a\u0000b\r\nc\u007f\u2028.txt', 'abc.txt'],
    ['\ufeffbom\u200b.txt', 'bom.txt'],
    ['.htaccess', 'htaccess'],
    ['...', 'file'],
    ['', 'file'],
    [' spaced . ', 'spaced'],
    ['a:b*c?"<d>|.txt', 'a_b_c___d__.txt'],
    ['half\ud800.txt', 'half\ufffd.txt'],
  ])('%j becomes %j', (given, expected) => {
    expect(safeFilename(given)).toBe(expected);
  });

  it.each([['x'.repeat(400) + '.jpeg'], ['日'.repeat(200) + '.PNG'], ['👩‍👧'.repeat(100)]])(
    'returns at most 255 bytes and keeps the extension: %s',
    (given) => {
      const made = safeFilename(given);
      expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
      expect(made.isWellFormed()).toBe(true);
      const end = /\.\w+$/.exec(given)?.[0];
      if (end) expect(made.endsWith(end)).toBe(true);
    },
  );

  it('replaces an extension', () => {
    expect(renamed('IMG_1.HEIC', 'jpg')).toBe('IMG_1.jpg');
    expect(renamed('noend', 'mp4')).toBe('noend.mp4');
  });

  it('returns names that cannot inject a header', () => {
    expect(disposition('attachment', `a"; evil="x\\ü'(1).txt`)).toBe(
      `attachment; filename="a_; evil=_x__'(1).txt"; filename*=UTF-8''a%22%3B%20evil%3D%22x%5C%C3%BC%27%281%29.txt`,
    );
  });

  it('cuts very long names first', () => {
    expect(safeFilename(`${'.'.repeat(75_000)}`)).toBe('file');
    expect(safeFilename(`a${'.'.repeat(75_000)}b`)).toBe('b');
    expect(safeFilename(`${'a'.repeat(75_000)}.txt`)).toBe(`${'a'.repeat(251)}.txt`);
    expect(safeFilename(`a.txt${' .'.repeat(300)}`)).toBe('a.txt');
  });
});
