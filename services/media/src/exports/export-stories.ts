import type { StoryRecord } from '@duet/contracts';
import { escape, fileLink } from './export-escape.js';
import { type PageFrame, namesIn } from './export-frame.js';

/** The stories that the two read, with the answers that the user could read. */
export async function* storiesSection(frame: PageFrame, stories: AsyncIterable<StoryRecord>): AsyncGenerator<string> {
  const { media, texts } = frame;
  let isEmpty = true;
  for await (const { coupleId, title, answers } of stories) {
    if (isEmpty) yield `<section aria-labelledby="stories"><h2 id="stories">${texts.stories}</h2>\n`;
    isEmpty = false;
    const nameOf = namesIn(frame, coupleId);
    yield `<h3 dir="auto">${escape(title)}</h3>\n<dl>`;
    for (const { author, question, answer, attachments = [] } of answers) {
      const about = `<span class="soft">${escape(question)}</span>`;
      const files = attachments.map(({ id }) => fileLink(media.get(id))).join('');
      yield `<div><dt><bdi>${escape(nameOf(author))}</bdi> ${about}</dt><dd dir="auto">${escape(answer)}${files}</dd></div>`;
    }
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
