import type { ChallengeRecord } from '@duet/contracts';
import { escape, fileLink } from './export-escape.js';
import type { ExportedCouple } from './exported-couple.js';

/** The challenges: the user's proofs and reflections, and the partner's as far as the user could read them. */
export async function* challengesSection(
  challenges: AsyncIterable<ChallengeRecord>,
  couples: ExportedCouple[],
  userId: string,
  locale: string,
  media: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { coupleId, title, description, proofs, reflections, note, proposedBy } of challenges) {
    if (isEmpty) yield '<section aria-labelledby="challenges"><h2 id="challenges">Challenges</h2>\n';
    isEmpty = false;
    const couple = couples.find((one) => one.coupleId === coupleId);
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: couple?.timezone ?? 'UTC' });
    const nameOf = (author: string): string =>
      escape(author === userId ? 'You' : (couple?.partner.firstName ?? 'Somebody'));
    const entry = (author: string, about: string, text: string, files = ''): string =>
      `<div><dt><bdi>${nameOf(author)}</bdi> <span class="soft">${escape(about)}</span></dt><dd dir="auto">${escape(text)}${files}</dd></div>`;
    yield `<h3 dir="auto">${escape(title)}</h3>\n`;
    if (description !== '') yield `<p dir="auto">${escape(description)}</p>\n`;
    yield '<dl>';
    if (note !== null) {
      const answered = proposedBy === userId ? (couple?.partner._id ?? '') : userId;
      yield entry(answered, 'Answer', note);
    }
    for (const { author, step, text, doneAt, attachments = [] } of proofs) {
      const files = attachments.map(({ id }) => fileLink(media.get(id))).join('');
      yield entry(author, `${step}, ${format.format(new Date(doneAt))}`, text, files);
    }
    for (const { author, text } of reflections) yield entry(author, 'Reflection', text);
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
