import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { clean } from './clean.js';

/** What a page says of itself, in its own words. */
export interface Page {
  title: string | null;
  description: string | null;
  siteName: string | null;
  /** Where its picture is, as it says. */
  image: string | null;
}

/** Under what names pages say it, the best first. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;

const TITLE = 200;
const DESCRIPTION = 300;
export const SITE_NAME = 80;
const ADDRESS = 2_000;

/** A page that is deeper or has more is made to keep us busy. */
const DEEPEST = 200;
const MOST_TAGS = 20_000;

const STEP = 16 * 1024;

/** What is of interest in a page, the first of each name. */
interface Head {
  metas: Map<string, string>;
  title: string;
  charset: string | null;
}

const CHARSET = /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;

/** Reads until the head is over, or it is enough. */
function headOf(html: string): Head {
  const head: Head = { metas: new Map(), title: '', charset: null };
  const at = { titles: 0, isTitle: false, isOver: false, depth: 0, tags: 0 };
  const parser = new Parser({
    onopentag(name, attributes) {
      at.depth += 1;
      at.tags += 1;
      // The rest of a step is read all the same, and heard by nobody.
      at.isOver ||= name === 'body' || at.depth > DEEPEST || at.tags > MOST_TAGS;
      if (at.isOver) return;
      if (name === 'title') at.isTitle = (at.titles += 1) === 1;
      if (name === 'meta') hear(head, attributes);
    },
    ontext(text) {
      if (at.isTitle && !at.isOver && head.title.length < 2 * TITLE) head.title += text;
    },
    onclosetag(name) {
      at.depth -= 1;
      if (name === 'title') at.isTitle = false;
      if (name === 'head') at.isOver = true;
    },
  });
  for (let from = 0; from < html.length && !at.isOver; from += STEP) parser.write(html.slice(from, from + STEP));
  return head;
}

function hear(head: Head, { property, name, content = '', charset, 'http-equiv': header }: Record<string, string>): void {
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (key !== '' && content.trim() !== '' && !head.metas.has(key)) head.metas.set(key, content.slice(0, 2 * ADDRESS));
  head.charset ??= charset ?? (header?.toLowerCase() === 'content-type' ? (CHARSET.exec(content)?.[1] ?? null) : null);
}

const decoderFor = (label: string | null | undefined): TextDecoder | null => {
  try {
    return label ? new TextDecoder(label) : null;
  } catch {
    return null;
  }
};

const MARKS: readonly [bytes: string, label: string][] = [['efbbbf', 'utf-8'], ['fffe', 'utf-16le'], ['feff', 'utf-16be']];

/** By its mark, by the header, by what it says itself, else as UTF-8. What cannot be read shows as such and stops nobody. */
function decode(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, 3).toString('hex');
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  const decoder = decoderFor(marked) ?? decoderFor(CHARSET.exec(contentType)?.[1]) ?? decoderFor(headOf(bytes.toString('latin1', 0, STEP)).charset);
  return (decoder ?? new TextDecoder()).decode(bytes);
}

/** What an HTML page says of itself, cleaned and cut. */
export function pageOf(bytes: Buffer, contentType: string): Page {
  const { metas, title } = headOf(decode(bytes, contentType));
  const said = (names: readonly string[], longest: number): string | null => {
    for (const name of names) {
      const text = clean(metas.get(name) ?? '', longest);
      if (text !== '') return text;
    }
    return null;
  };
  const image = NAMES.image.flatMap((name) => metas.get(name)?.trim() ?? [])[0] ?? null;
  return {
    title: said(NAMES.title, TITLE) ?? (clean(title, TITLE) || null),
    description: said(NAMES.description, DESCRIPTION),
    siteName: said(NAMES.siteName, SITE_NAME),
    image: image !== null && image.length <= ADDRESS ? image : null,
  };
}
