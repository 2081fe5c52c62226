const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML content and attributes. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** A link to a file of the ZIP under the given words, else under its name; empty where the ZIP lacks it. */
export const fileLink = (path: string | undefined, words = ''): string =>
  path === undefined
    ? ''
    : `<br><a href="${addressOf(path)}">${escape(words === '' ? (path.split('/').at(-1) ?? '') : words)}</a>`;

/** The relative address of a file of the ZIP, for an attribute. */
export const addressOf = (path: string): string => escape(path.split('/').map(encodeURIComponent).join('/'));
