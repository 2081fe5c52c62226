import { urlOf } from '@duet/contracts/plain';
import fc from 'fast-check';
import { type TextPiece, piecesOf, plainWords } from './marks.js';

const strong = (...pieces: TextPiece[]): TextPiece => ({ kind: 'strong', pieces });
const em = (...pieces: TextPiece[]): TextPiece => ({ kind: 'em', pieces });
const quote = (...pieces: TextPiece[]): TextPiece => ({ kind: 'quote', pieces });

/** The pieces with neighbouring words joined, because where they are cut means nothing. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const all: TextPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece === '') continue;
    if (typeof piece === 'string' && typeof last === 'string') all.splice(-1, 1, last + piece);
    else all.push(typeof piece === 'string' || 'text' in piece ? piece : { ...piece, pieces: joined(piece.pieces) });
  }
  return all;
}

const read = (text: string): TextPiece[] => joined(piecesOf(text));

/** Every sign that is written, and its kind of mark taken away. */
const signsOf = (text: string): string => text.replaceAll(/[*_`>\s]/g, '');

describe('the marks of a message', () => {
  it.each<[string, TextPiece[]]>([
    ['plain words', ['plain words']],
    ['a *bold* word', ['a ', strong('bold'), ' word']],
    ['_quietly_', [em('quietly')]],
    ['**bold**, as __elsewhere__', [strong('bold'), ', as ', strong('elsewhere')]],
    ['**two *in* one**', [strong('two ', strong('in'), ' one')]],
    ['**open* and 2**3**4', ['**open* and 2**3**4']],
    ['***three***', ['***three***']],
    ['**https://duet.example**', [strong({ kind: 'link', text: 'https://duet.example' })]],
    ['*_both_*', [strong(em('both'))]],
    ['*a _b* c_', [strong('a _b'), ' c_']],
    ['(*bold*), "_soft_".', ['(', strong('bold'), '), "', em('soft'), '".']],
    ['2*3*4 and snake_case_name', ['2*3*4 and snake_case_name']],
    ['* a list\n* of two', ['* a list\n* of two']],
    ['*open', ['*open']],
    ['*over\ntwo lines*', ['*over\ntwo lines*']],
    ['** and __', ['** and __']],
    ['*für dich* ❤️', [strong('für dich'), ' ❤️']],
    ['run `rm *x* _y_`!', ['run ', { kind: 'code', text: 'rm *x* _y_' }, '!']],
    ['`open', ['`open']],
    ['```\nconst a = *b*;\n```', [{ kind: 'block', text: 'const a = *b*;' }]],
    ['see:\n```x```\nthere', ['see:', { kind: 'block', text: 'x' }, 'there']],
    ['``````', ['``````']],
    ['> you said\n> *this*\nand I', [quote('you said\n', strong('this')), 'and I']],
    ['a > b', ['a > b']],
    ['>', ['>']],
    ['_https://duet.example/a_b_c?d=*e*_', [em({ kind: 'link', text: 'https://duet.example/a_b_c?d=*e*' })]],
    ['*https://duet.example*', [strong({ kind: 'link', text: 'https://duet.example' })]],
    ['see *www.duet.example*.', ['see ', strong({ kind: 'link', text: 'www.duet.example' }), '.']],
    ['`https://duet.example/x`', [{ kind: 'code', text: 'https://duet.example/x' }]],
  ])('reads %j', (text, pieces) => {
    expect(read(text)).toEqual(pieces);
  });

  it('says plain words without the marks', () => {
    expect(plainWords('*Tonight* at `8`?\n> or _later_\nyes')).toBe('Tonight at 8?\nor later\nyes');
    expect(plainWords('one\n\n\ntwo')).toBe('one\n\n\ntwo');
    expect(plainWords('see:\n```\nx\n```\nthere')).toBe('see:\nx\nthere');
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '*',
          '_',
          '`',
          '```',
          '>',
          '> ',
          '\n',
          ' ',
          'a',
          'ß',
          '<img onerror=1>',
          'https://a.b/_c_',
          '👩‍❤️‍👨',
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''));

  it('loses and invents no sign of any text', () => {
    fc.assert(fc.property(hostile, (text) => expect(signsOf(plainWords(text))).toBe(signsOf(text))));
  });

  it('leaves texts without marks as they are', () => {
    const calm = fc.string().filter((text) => !/[*_`>]/.test(text));
    fc.assert(fc.property(calm, (text) => expect(plainWords(text)).toBe(text)));
  });

  it('makes links of http addresses only', () => {
    const links = (pieces: readonly TextPiece[]): string[] =>
      pieces.flatMap((piece) => {
        if (typeof piece === 'string') return [];
        if ('pieces' in piece) return links(piece.pieces);
        return piece.kind === 'link' ? [urlOf(piece.text)] : [];
      });
    fc.assert(
      fc.property(
        hostile,
        fc.constantFrom('javascript:alert(1)', 'data:text/html,x', 'https://x.y', 'www.x.y'),
        (text, address) => {
          for (const link of links(piecesOf(`${text} ${address}`))) expect(link).toMatch(/^https?:\/\//i);
        },
      ),
    );
  });

  it.each(['*a ', '_*', '`a\n', '```', '> *_`', '*_a', 'https://a.b/* '])(
    'reads a long text of %j in one pass',
    (part) => {
      // A quadratic reading would take minutes.
      expect(signsOf(plainWords(part.repeat(200_000 / part.length)))).toHaveLength(
        signsOf(part).length * Math.floor(200_000 / part.length),
      );
    },
  );
});
