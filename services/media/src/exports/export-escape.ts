const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML content and attributes. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** The relative address of a file of the ZIP, for an attribute. */
export const addressOf = (path: string): string => escape(path.split('/').map(encodeURIComponent).join('/'));
