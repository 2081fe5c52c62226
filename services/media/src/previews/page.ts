import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { clean } from './clean.js';

/** The metadata of an HTML page. */
export interface Page {
  title: string | null;
  description: string | null;
  siteName: string | null;
  /** The address of its picture as the page states it. */
  image: string | null;
}

/** The names of meta tags by preference (Open Graph, Twitter cards, HTML). */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;

/** Longest texts and addresses, in characters. */
const TITLE = 200;
const DESCRIPTION = 300;
export const SITE_NAME = 80;
const ADDRESS = 2_000;

/** Limits of nesting and tags against pages that are made to exhaust the parser. */
const DEEPEST = 200;
const MOST_TAGS = 20_000;

/** Characters that the parser gets before each check of the limits. */
const STEP = 16 * 1024;

/** The first meta tag of each name, the title and the charset. */
interface Head {
  metas: Map<string, string>;
  title: string;
  charset: string | null;
}

const CHARSET = /charset\s{0,4}=\s{0,4}["']?([\w:.-]{1,40})/i;

/** Parses until the head ends or a limit is reached. */
function headOf(html: string): Head {
  const head: Head = { metas: new Map(), title: '', charset: null };
  const at = { titles: 0, isTitle: false, isOver: false, depth: 0, tags: 0 };
  const parser = new Parser({
    onopentag(name, attributes) {
      at.depth += 1;
      at.tags += 1;
      // The parser still finishes the present step; its tags are ignored.
      at.isOver ||= name === 'body' || at.depth > DEEPEST || at.tags > MOST_TAGS;
      if (at.isOver) return;
      if (name === 'title') at.isTitle = (at.titles += 1) === 1;
      if (name === 'meta') collectMeta(head, attributes);
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

function collectMeta(
  head: Head,
  { property, name, content = '', charset, 'http-equiv': header }: Record<string, string>,
): void {
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

const MARKS: readonly [bytes: string, label: string][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** Decodes by byte order mark, header or meta tag, else as UTF-8. Invalid bytes become replacement characters. */
function decode(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, 3).toString('hex');
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  const decoder =
    decoderFor(marked) ??
    decoderFor(CHARSET.exec(contentType)?.[1]) ??
    decoderFor(headOf(bytes.toString('latin1', 0, STEP)).charset);
  return (decoder ?? new TextDecoder()).decode(bytes);
}

/** Reads the metadata of an HTML page, cleaned and shortened. */
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
