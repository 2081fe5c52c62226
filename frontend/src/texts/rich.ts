import { Fragment, type ReactElement, type ReactNode, cloneElement, createElement, isValidElement } from 'react';
import type { en } from './en/index.js';
import { type TextKey, t } from './index.js';
import type { Parts } from './translator.js';

// Values are put in after the tags were found: a name that looks like a tag stays a name.
const MARK = '\uE000';
const PIECES = new RegExp(`<(\\w+)>([^<]*)</\\1>|${MARK}(\\w+)${MARK}`, 'g');

/** Writes a text with elements inside: `rich('auth.newHere', { link: <Link to="/register" /> })`. */
export function rich<Key extends TextKey>(key: Key, parts: Parts<typeof en, Key, ReactNode, ReactElement>): ReactNode {
  const table = new Map<string, ReactNode>(Object.entries(parts));
  const values = Object.fromEntries(
    [...table].map(([name, part]) => [name, typeof part === 'number' ? part : `${MARK}${name}${MARK}`]),
  );
  const write: (key: TextKey, values: Record<string, string | number>) => string = t;
  return pieces(write(key, values), table);
}

function pieces(text: string, table: Map<string, ReactNode>): ReactNode {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    const [whole, tag, words = '', value] = match;
    nodes.push(text.slice(from, match.index));
    const part = table.get(tag ?? value ?? '');
    nodes.push(tag !== undefined && isValidElement(part) ? cloneElement(part, {}, pieces(words, table)) : part);
    from = match.index + whole.length;
  }
  nodes.push(text.slice(from));
  return nodes.map((node, place) => createElement(Fragment, { key: place }, node));
}
