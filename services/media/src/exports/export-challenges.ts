import type { ChallengeRecord } from '@duet/contracts';
import { escape, fileLink } from './export-escape.js';
import { type PageFrame, coupleIn, dayIn, namesIn } from './export-frame.js';

/** The challenges: the user's proofs and reflections, and the partner's as far as the user could read them. */
export async function* challengesSection(
  frame: PageFrame,
  challenges: AsyncIterable<ChallengeRecord>,
): AsyncGenerator<string> {
  const { userId, media, texts } = frame;
  let isEmpty = true;
  for await (const { coupleId, title, description, proofs, reflections, note, proposedBy } of challenges) {
    if (isEmpty) yield `<section aria-labelledby="challenges"><h2 id="challenges">${texts.challenges}</h2>\n`;
    isEmpty = false;
    const [nameOf, day] = [namesIn(frame, coupleId), dayIn(frame, coupleId)];
    const entry = (author: string, about: string, text: string, files = ''): string =>
      `<div><dt><bdi>${escape(nameOf(author))}</bdi> <span class="soft">${escape(about)}</span></dt><dd dir="auto">${escape(text)}${files}</dd></div>`;
    yield `<h3 dir="auto">${escape(title)}</h3>\n`;
    if (description !== '') yield `<p dir="auto">${escape(description)}</p>\n`;
    yield '<dl>';
    if (note !== null) {
      const answered = proposedBy === userId ? (coupleIn(frame, coupleId)?.partner._id ?? '') : userId;
      yield entry(answered, texts.answer, note);
    }
    for (const { author, step, text, doneAt, attachments = [] } of proofs) {
      const files = attachments.map(({ id }) => fileLink(media.get(id))).join('');
      yield entry(author, `${step}, ${day(doneAt)}`, text, files);
    }
    for (const { author, text } of reflections) yield entry(author, texts.reflection, text);
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
