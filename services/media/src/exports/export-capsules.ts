import type { ContributionRecord } from '@duet/contracts';
import { addressOf, escape, fileLink } from './export-escape.js';
import { type PageFrame, dayIn, namesIn } from './export-frame.js';
import type { ExportedCapsule } from './export-reader.js';
import { type PageTexts, messageWords } from '../texts/index.js';

type KeptRecord = Pick<ContributionRecord, 'keptMessage' | 'keptAnswers' | 'keptChallenge' | 'keptStory'>;

/** Kept words with the name of the person who said them. */
export function keptWords(
  { keptMessage, keptAnswers, keptChallenge, keptStory }: KeptRecord,
  nameOf: (userId: string) => string,
  texts: PageTexts,
): string[] {
  if (keptChallenge) return [keptChallenge.step ?? keptChallenge.title];
  if (keptStory) return [keptStory.question];
  if (keptMessage?.words === '') return [nameOf(keptMessage.by)];
  if (keptMessage)
    return [`${nameOf(keptMessage.by)}: “${messageWords(texts, keptMessage.words, keptMessage.sticker)}”`];
  if (!keptAnswers) return [];
  const answers = keptAnswers.answers.map(({ by, chosen, words }) => {
    const said = [chosen ?? '', words].filter((part) => part !== '').join(', ');
    return `${nameOf(by)}: “${said}”`;
  });
  return [keptAnswers.question, ...answers];
}

/** The part of a capsule that the page shows. */
export type PageCapsule = Pick<
  ExportedCapsule,
  'coupleId' | 'title' | 'description' | 'coverId' | 'contributions' | 'comments'
>;

/** The capsules: the user's contributions, and the partner's as far as the user could read them. */
export async function* capsulesSection(
  frame: PageFrame,
  capsules: AsyncIterable<PageCapsule> | Iterable<PageCapsule>,
): AsyncGenerator<string> {
  const { media, texts } = frame;
  // A day has no time zone.
  const day = dayIn(frame);
  const fileOf = ({ id, caption, transcript }: { id: string; caption: string; transcript?: string }): string =>
    `${fileLink(media.get(id), caption)}${transcript === undefined ? '' : `<br>${escape(transcript)}`}`;
  let isEmpty = true;
  for await (const { coupleId, title, description, coverId, contributions, comments } of capsules) {
    if (isEmpty) yield `<section aria-labelledby="capsules"><h2 id="capsules">${texts.capsules}</h2>\n`;
    isEmpty = false;
    const nameOf = namesIn(frame, coupleId);
    yield `<h3 dir="auto">${escape(title)}</h3>\n`;
    const cover = coverId === undefined ? undefined : media.get(coverId);
    if (cover !== undefined) yield `<p><img class="picture" alt="" loading="lazy" src="${addressOf(cover)}"></p>\n`;
    if (description !== '') yield `<p dir="auto">${escape(description)}</p>\n`;
    yield '<dl>';
    for (const contribution of contributions) {
      const { author, text, place, happenedAt, attachments = [] } = contribution;
      const words = [...keptWords(contribution, nameOf, texts), text, place?.label ?? '']
        .filter((part) => part !== '')
        .map(escape)
        .join('. ');
      yield `<div><dt><bdi>${escape(nameOf(author))}</bdi> <span class="soft">${escape(day(happenedAt))}</span></dt><dd dir="auto">${words}${attachments.map(fileOf).join('')}</dd></div>`;
    }
    for (const { author, text } of comments)
      yield `<div><dt><bdi>${escape(nameOf(author))}</bdi> <span class="soft">${texts.comment}</span></dt><dd dir="auto">${escape(text)}</dd></div>`;
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
