import { linksIn } from '@duet/contracts/plain';

/** A part of a message's text: plain words, or words with a meaning. */
export type TextPiece =
  string | { kind: 'strong' | 'em' | 'quote'; pieces: TextPiece[] } | { kind: 'code' | 'block' | 'link'; text: string };

const SIGNS = { '*': 'strong', '**': 'strong', _: 'em', __: 'strong' } as const;
type Sign = keyof typeof SIGNS;

const isSign = (sign: string): sign is Sign => Object.hasOwn(SIGNS, sign);
const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
const isBlank = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

const FENCE = '```';

/** A mark that is open, and what stands in it so far. The first one is the line itself. */
interface Frame {
  sign: Sign | '';
  pieces: TextPiece[];
}

/** The marks of one line. One pass, and at most one open mark of each kind. */
function inLine(line: string): TextPiece[] {
  const links = linksIn(line);
  const frames: Frame[] = [{ sign: '', pieces: [] }];
  let from = 0;
  const add = (piece: TextPiece): void => void frames.at(-1)?.pieces.push(piece);
  const addPlain = (to: number, next: number): void => {
    if (to > from) add(line.slice(from, to));
    from = next;
  };
  /** A sign that opened no mark after all is plain, and so are the words after it. */
  const dissolve = (): void => {
    const { sign, pieces } = frames.pop() ?? { sign: '', pieces: [] };
    for (const piece of [sign, ...pieces]) add(piece);
  };
  /** A sign between `at` and `end` closes what it opened, opens a mark, or is plain. */
  const mark = (sign: Sign, at: number, end: number): void => {
    const opened = frames.findLastIndex((frame) => frame.sign === sign);
    if (opened > 0 && !isBlank(line[at - 1]) && !isWord(line[end])) {
      addPlain(at, end);
      while (frames.length > opened + 1) dissolve();
      const closed = frames.pop();
      add({ kind: SIGNS[sign], pieces: closed?.pieces ?? [] });
    } else if (opened < 0 && !isWord(line[at - 1]) && !isBlank(line[end])) {
      addPlain(at, end);
      frames.push({ sign, pieces: [] });
    }
  };
  for (let at = 0; at < line.length; at += 1) {
    while (links[0] && links[0].index < at) links.shift();
    const sign = line[at];
    if (links[0]?.index === at) {
      // A sign at its end that is open before it closes here.
      let { text } = links[0];
      const closing = () => frames.find((frame) => frame.sign !== '' && text.endsWith(frame.sign));
      for (let frame = closing(); frame; frame = closing()) text = text.slice(0, -frame.sign.length);
      addPlain(at, at + text.length);
      add({ kind: 'link', text });
      at = from - 1;
    } else if (sign === '`') {
      const end = line.indexOf(sign, at + 1);
      if (end <= at + 1) continue;
      addPlain(at, end + 1);
      add({ kind: 'code', text: line.slice(at + 1, end) });
      at = end;
    } else if (sign === '*' || sign === '_') {
      let end = at + 1;
      while (line[end] === sign) end += 1;
      const run = line.slice(at, end);
      if (isSign(run)) mark(run, at, end);
      at = end - 1;
    }
  }
  addPlain(line.length, line.length);
  while (frames.length > 1) dissolve();
  return frames[0]?.pieces ?? [];
}

const QUOTED = /^> ?(?=\S)/;

/** Text outside of code blocks: lines, of which some are quotes. */
function inLines(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let quote: TextPiece[] | null = null;
  let isFirst = true;
  for (const line of text.split('\n')) {
    const words = line.replace(QUOTED, '');
    if (words === line) {
      // A quote is a block: the break after it is there already.
      if (!isFirst && !quote) pieces.push('\n');
      quote = null;
      pieces.push(...inLine(line));
    } else {
      if (quote) quote.push('\n');
      else pieces.push({ kind: 'quote', pieces: (quote = []) });
      quote.push(...inLine(words));
    }
    isFirst = false;
  }
  return pieces;
}

/**
 * The marks of a message: `*bold*` or `**bold**`, `_italics_`, `` `code` ``, a block of code between three backquotes, `> quote`, and
 * addresses. Everything else stays as it is written. The time is linear in the text's length.
 */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(FENCE, from);
    const end = start < 0 ? -1 : text.indexOf(FENCE, start + FENCE.length);
    if (end < 0) return [...pieces, ...inLines(text.slice(from))];
    const block = text.slice(start + FENCE.length, end).replace(/^\n|\n$/g, '');
    if (block.trim() === '') pieces.push(text.slice(from, end + FENCE.length));
    else {
      if (start > from) pieces.push(...inLines(text.slice(from, start).replace(/\n$/, '')));
      pieces.push({ kind: 'block', text: block });
    }
    from = end + FENCE.length;
    if (text[from] === '\n' && block.trim() !== '') from += 1;
    if (from >= text.length) return pieces;
  }
}

const plain = (piece: TextPiece): string => {
  if (typeof piece === 'string') return piece;
  return 'text' in piece ? piece.text : piece.pieces.map(plain).join('');
};

const isBlock = (piece: TextPiece | undefined): boolean =>
  typeof piece === 'object' && (piece.kind === 'quote' || piece.kind === 'block');

/** The words of a message without its marks, for one line or a notification. */
export const plainWords = (text: string): string =>
  piecesOf(text)
    .map((piece, index, all) => (index > 0 && (isBlock(piece) || isBlock(all[index - 1])) ? '\n' : '') + plain(piece))
    .join('');
