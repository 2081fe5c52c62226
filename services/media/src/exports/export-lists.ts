import type { ListRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import type { PageFrame } from './export-frame.js';

/** The lists; a tick stands before each item that is done. */
export async function* listsSection({ texts }: PageFrame, lists: AsyncIterable<ListRecord>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { title, items } of lists) {
    if (isEmpty) yield `<section aria-labelledby="lists"><h2 id="lists">${texts.lists}</h2>\n`;
    isEmpty = false;
    yield `<h3 dir="auto">${escape(title)}</h3>\n`;
    if (items.length > 0) yield '<ul>';
    for (const { text, doneAt } of items) yield `<li dir="auto">${doneAt === null ? '' : '✓ '}${escape(text)}</li>`;
    if (items.length > 0) yield '</ul>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
