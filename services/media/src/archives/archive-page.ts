import type { ContributionAttachment, ContributionView } from '@duet/contracts';
import { keptWords } from '../exports/export-capsules.js';
import { addressOf, escape } from '../exports/export-escape.js';
import { documentHead } from '../exports/export-head.js';
import { ARCHIVE_STYLE } from './archive-style.js';
import { type CapsuleArchive, nameIn } from './capsule-archive.js';
import type { PageTexts } from '../texts/index.js';

type Files = ReadonlyMap<string, string>;

/** A point on the earth as people read it. @param degrees from -180 to 180 */
const degreesOf = (degrees: number, [positive, negative]: [string, string]): string =>
  `${Math.abs(degrees).toFixed(4)}° ${degrees < 0 ? negative : positive}`;

const pointOf = (
  { north, south, east, west }: PageTexts['compass'],
  { lat, lng }: { lat: number; lng: number },
): string => `${degreesOf(lat, [north, south])}, ${degreesOf(lng, [east, west])}`;

/** A capsule as one page to read and to print, with the files beside it. It is generated while it is written. */
export function* archivePage(archive: CapsuleArchive, media: Files): Generator<string> {
  const { capsule, contributions, texts, locale, timeZone, at } = archive;
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  // A day has no time zone.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  yield `${documentHead(texts.language, `${capsule.title}: Duet`, ARCHIVE_STYLE)}<header><p class="brand">Duet</p><p>${texts.asOf} <time datetime="${at.toISOString()}">${escape(instant.format(at))}</time></p></header>\n<main>\n`;
  yield front(archive, media, instant);
  for (const [happenedAt, ofDay] of Map.groupBy(contributions, (one) => one.happenedAt)) {
    yield `<section><h2><time datetime="${happenedAt}">${escape(day.format(new Date(happenedAt)))}</time></h2>\n`;
    for (const contribution of ofDay) yield piece(archive, contribution, media);
    yield '</section>\n';
  }
  yield commentsOf(archive, instant);
  yield '</main>\n</body>\n</html>\n';
}

function front(
  { capsule: { title, emoji, description, tags, cover, completedAt, kind }, texts }: CapsuleArchive,
  media: Files,
  instant: Intl.DateTimeFormat,
): string {
  const path = cover && media.get(cover.id);
  const picture = path ? `<img class="front" alt="" src="${addressOf(path)}">` : '';
  const endedOn = kind === 'timed' ? texts.openedOn : texts.finishedOn;
  const ended = completedAt === null ? '' : endedOn(instant.format(new Date(completedAt)));
  const lines = [description, tags.map((tag) => `#${tag}`).join(' '), ended].filter((line) => line !== '');
  return `<section>${picture}<h1 dir="auto">${escape(`${emoji ?? ''} ${title}`.trim())}</h1>${lines.map((line) => `<p dir="auto">${escape(line)}</p>`).join('')}</section>\n`;
}

/** The words, then the pictures and videos, then the voice notes of one contribution. */
function piece(archive: CapsuleArchive, contribution: ContributionView, media: Files): string {
  const { author, text, place, attachments } = contribution;
  const lines = [...keptWords(contribution, (userId) => nameIn(archive, userId), archive.texts), text].filter(
    (line) => line !== '',
  );
  const where = place === null ? '' : `<p class="soft" dir="auto">${escape(place.label)}</p>`;
  const files = attachments.map((attachment) => fileOf(archive.texts, attachment, media.get(attachment.id)));
  const words = lines.map((line) => `<p dir="auto">${escape(line)}</p>`).join('');
  return `<article><p class="who"><b><bdi>${escape(nameIn(archive, author))}</bdi></b></p>${words === '' && where === '' ? '' : `<div class="words">${words}${where}</div>`}${files.length > 0 ? `<div class="pictures">${files.join('')}</div>` : ''}</article>\n`;
}

function fileOf(
  { compass }: PageTexts,
  { kind, caption, transcript, place }: ContributionAttachment,
  path: string | undefined,
): string {
  if (path === undefined) return '';
  const address = addressOf(path);
  // A picture is a link, so it needs a name without a caption too.
  const name = escape(caption === '' ? (path.split('/').at(-1) ?? '') : caption);
  const shown = {
    image: `<a href="${address}"><img alt="${name}" src="${address}"></a>`,
    video: `<video controls preload="none" src="${address}"></video>`,
    voice: `<audio controls preload="none" src="${address}"></audio>`,
    file: '',
  };
  // A printed page shows of a video, a voice note and a document only their names.
  const title = kind === 'image' ? escape(caption) : `<a href="${address}">${name}</a>`;
  const about = [title, place === null ? '' : pointOf(compass, place)].filter((part) => part !== '').join(' · ');
  const lines = [about, escape(transcript ?? '')].filter((line) => line !== '');
  return `<figure>${shown[kind]}${lines.map((line) => `<figcaption dir="auto">${line}</figcaption>`).join('')}</figure>`;
}

function commentsOf(archive: CapsuleArchive, instant: Intl.DateTimeFormat): string {
  const { comments, reactions } = archive.capsule;
  if (comments.length + reactions.length === 0) return '';
  const felt = reactions.map(
    ({ emoji, user }) => `<li>${escape(emoji)} <bdi>${escape(nameIn(archive, user))}</bdi></li>`,
  );
  const said = comments.map(
    ({ user, text, createdAt }) =>
      `<div><dt><bdi>${escape(nameIn(archive, user))}</bdi> <span class="soft">${escape(instant.format(new Date(createdAt)))}</span></dt><dd dir="auto">${escape(text)}</dd></div>`,
  );
  return `<section><h2>${archive.texts.whatYouSaid}</h2>${felt.length > 0 ? `<ul>${felt.join('')}</ul>` : ''}<dl>${said.join('')}</dl></section>\n`;
}
