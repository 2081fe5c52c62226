import { ts } from './typescript.mjs';

/** @typedef {import('./typescript.mjs').Node} Node */

/** @param {import('./typescript.mjs').Comment} comment */
const textOf = (comment) =>
  (ts.getTextOfJSDocComment(comment) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();

/** The comment above a declaration, without its tags. @param {Node} node */
export const commentOf = (node) => {
  const own = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  return textOf(own?.comment);
};

/** The texts behind one of the tags of a declaration's comment. @param {Node} node @param {string} name */
export const tagsOf = (node, name) =>
  ts
    .getJSDocTags(node)
    .filter(({ tagName }) => tagName.text === name)
    .map(({ comment }) => textOf(comment));

/** The first sentence without its full stop, and the rest. @param {string} text */
export function splitSentence(text) {
  const end = text.search(/[.](\s|$)/);
  return end === -1 ? { summary: text, rest: '' } : { summary: text.slice(0, end), rest: text.slice(end + 1).trim() };
}
