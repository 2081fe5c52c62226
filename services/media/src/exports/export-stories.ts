import type { StoryRecord } from '@duet/contracts';
import { escape, fileLink } from './export-escape.js';
import type { ExportedCouple } from './exported-couple.js';

/** The stories that the two read, with the answers that the user could read. */
export async function* storiesSection(
  stories: AsyncIterable<StoryRecord>,
  couples: ExportedCouple[],
  userId: string,
  media: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { coupleId, title, answers } of stories) {
    if (isEmpty) yield '<section aria-labelledby="stories"><h2 id="stories">Stories</h2>\n';
    isEmpty = false;
    const couple = couples.find((one) => one.coupleId === coupleId);
    yield `<h3 dir="auto">${escape(title)}</h3>\n<dl>`;
    for (const { author, question, answer, attachments = [] } of answers) {
      const name = author === userId ? 'You' : (couple?.partner.firstName ?? 'Somebody');
      const about = `<span class="soft">${escape(question)}</span>`;
      const files = attachments.map(({ id }) => fileLink(media.get(id))).join('');
      yield `<div><dt><bdi>${escape(name)}</bdi> ${about}</dt><dd dir="auto">${escape(answer)}${files}</dd></div>`;
    }
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
