import type {
  AttachmentView,
  CardView,
  ChallengeRecord,
  GoalRecord,
  LinkPreviewView,
  ListRecord,
  MessageView,
  StoryRecord,
  WishRecord,
} from '@duet/contracts';
import { capsulesSection } from './export-capsules.js';
import { challengesSection } from './export-challenges.js';
import { dailySection } from './export-daily.js';
import { addressOf, escape } from './export-escape.js';
import { goalsSection } from './export-goals.js';
import { storiesSection } from './export-stories.js';
import { listsSection } from './export-lists.js';
import type { ExportedCapsule, Records } from './export-reader.js';
import { type PageFrame, coupleIn, partnerIn } from './export-frame.js';
import { documentHead } from './export-head.js';
import { moodsOf } from './export-moods.js';
import { PAGE_STYLE } from './export-style.js';
import { reportsSection } from './export-reports.js';
import { wishesSection } from './export-wishes.js';
import type { ExportedCouple } from './exported-couple.js';
import { type PageTexts, messageWords, pageTexts } from '../texts/index.js';

interface Page {
  records: Records;
  couples: ExportedCouple[];
  avatar: Buffer | null;
  /** Paths of the attachments relative to the page, by id. */
  media: ReadonlyMap<string, string>;
  at: Date;
}

type Framed = Page & { frame: PageFrame };

/** Formats dates in the user's language and the couple's time zone. */
function clockOf(locale: string, timeZone: string): { day: (at: string) => string; time: (at: string) => string } {
  const [day, time] = [
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone }),
    new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
  ];
  return { day: (at) => day.format(new Date(at)), time: (at) => time.format(new Date(at)) };
}

/**
 * The export as an HTML page: profile, devices, partners, daily questions, and the conversations day by day. It is generated
 * while it is written.
 * @param messages all messages, conversation by conversation and in order
 * @param capsules all capsules, the oldest first
 * @param challenges all challenges, the oldest first
 * @param goals all goals, the oldest first
 * @param stories all stories, the oldest first
 * @param lists all lists, the oldest first
 * @param wishes all wishes, the oldest first
 */
export async function* exportPage(
  page: Page,
  messages: () => AsyncIterable<MessageView>,
  capsules: () => AsyncIterable<ExportedCapsule>,
  challenges: () => AsyncIterable<ChallengeRecord>,
  goals: () => AsyncIterable<GoalRecord>,
  stories: () => AsyncIterable<StoryRecord>,
  lists: () => AsyncIterable<ListRecord>,
  wishes: () => AsyncIterable<WishRecord>,
): AsyncGenerator<string> {
  const { records, couples, media, at } = page;
  const { profile, settings } = records;
  const { language: locale } = settings.account;
  const texts = pageTexts(locale);
  const frame: PageFrame = { userId: profile._id, couples, media, texts, locale };
  const { day } = clockOf(locale, 'UTC');
  yield pageHead(texts, {
    title: `${profile.fullName}: Duet`,
    at,
    line: [texts.yourData, day(at.toISOString())],
    skip: ['talk', texts.skipToConversations],
  });
  yield profileSection({ ...page, frame });
  yield coupleSection(frame);
  yield* dailySection(frame, records.daily);
  yield* capsulesSection(frame, capsules());
  yield* challengesSection(frame, challenges());
  yield* goalsSection(frame, goals());
  yield* storiesSection(frame, stories());
  yield* listsSection(frame, lists());
  yield* wishesSection(frame, wishes());
  yield reportsSection(texts, records.reports, day);
  yield `<section aria-labelledby="talk"><h2 id="talk">${texts.conversations}</h2>\n`;
  yield* conversations(frame, messages());
  yield '</section>\n</main>\n</body>\n</html>\n';
}

/** The beginning of the page, until its end `</main></body></html>`. */
export const pageHead = (
  { language }: PageTexts,
  {
    title,
    at,
    line: [about, day],
    skip: [target, words],
  }: {
    title: string;
    at: Date;
    line: [about: string, day: string];
    skip: [target: string, words: string];
  },
): string => `${documentHead(language, title, PAGE_STYLE)}<a class="skip" href="#${target}">${escape(words)}</a>
<header><p class="brand">Duet</p><p>${escape(about)} <time datetime="${at.toISOString()}">${escape(day)}</time></p></header>
<main>
`;

function profileSection({ records: { profile, sessions }, avatar, frame: { texts, locale } }: Framed): string {
  const { day } = clockOf(locale, 'UTC');
  const details: [string, string][] = [
    [texts.username, `@${profile.username}`],
    [texts.email, profile.email],
    [texts.bio, profile.bio],
    [texts.joined, day(profile.createdAt)],
  ];
  const devices = sessions.map(
    ({ device, ip, lastUsedAt }) =>
      `<li>${escape(device)} <span class="soft">${escape(ip)}, ${escape(texts.lastUsed(day(lastUsedAt)))}</span></li>`,
  );
  return `<section aria-labelledby="you">
${avatar ? `<img class="avatar" alt="" src="data:image/webp;base64,${avatar.toString('base64')}">` : ''}
<h1 id="you" dir="auto">${escape(profile.fullName)}</h1>
<dl>${details.map(([name, value]) => (value === '' ? '' : `<div><dt>${name}</dt><dd dir="auto">${escape(value)}</dd></div>`)).join('')}</dl>
<h2>${texts.devices}</h2>
<ul>${devices.join('')}</ul>
</section>
`;
}

/** A day has no time zone. */
function datesOf({ texts, locale }: PageFrame, { dates, togetherSince }: ExportedCouple): string {
  const { day } = clockOf(locale, 'UTC');
  const since = togetherSince === null ? [] : [`<li>${escape(texts.togetherSince(day(togetherSince)))}</li>`];
  const rows = dates.map(({ title, date, yearly, private: isPrivate }) => {
    const more = [day(date), ...(yearly ? [texts.everyYear] : []), ...(isPrivate ? [texts.onlyYou] : [])].join(', ');
    return `<li><bdi>${escape(title)}</bdi> <span class="soft">${escape(more)}</span></li>`;
  });
  return since.length + rows.length === 0 ? '' : `<ul>${[...since, ...rows].join('')}</ul>`;
}

function coupleSection(frame: PageFrame): string {
  const { couples, texts, locale } = frame;
  const rows = couples.map((couple) => {
    const { day } = clockOf(locale, couple.timezone);
    const period = texts.since(day(couple.linkedAt), couple.endedAt && day(couple.endedAt));
    const known = couple.nickname === null ? '' : ` (<bdi>${escape(couple.nickname)}</bdi>)`;
    return `<li><bdi>${escape(partnerIn(frame, couple.coupleId))}</bdi>${known} <span class="soft">${escape(period)}</span>${datesOf(frame, couple)}${moodsOf(texts, couple.moods, clockOf(locale, 'UTC').day)}</li>`;
  });
  return `<section aria-labelledby="partners"><h2 id="partners">${texts.partners}</h2>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${texts.noPartners}</p>`}</section>\n`;
}

async function* conversations(frame: PageFrame, messages: AsyncIterable<MessageView>): AsyncGenerator<string> {
  const { texts, locale } = frame;
  let [chat, today] = ['', ''];
  let clock = clockOf(locale, 'UTC');
  for await (const message of messages) {
    if (message.chatId !== chat) {
      if (chat !== '') yield '</ol></article>\n';
      [chat, today] = [message.chatId, ''];
      clock = clockOf(locale, coupleIn(frame, chat)?.timezone ?? 'UTC');
      yield `<article class="chat"><h3>${texts.chatWith(`<bdi>${escape(partnerIn(frame, chat))}</bdi>`)}</h3>\n`;
    }
    const day = clock.day(message.createdAt);
    if (day !== today) yield `${today === '' ? '' : '</ol>\n'}<h4>${escape(day)}</h4>\n<ol>\n`;
    today = day;
    yield bubble(frame, message, clock.time(message.createdAt));
  }
  yield chat === '' ? `<p>${texts.noMessages}</p>\n` : '</ol></article>\n';
}

/** An attachment with its transcript. */
function fileOf({ transcript, ...attachment }: AttachmentView, path: string | undefined): string {
  return `${shownFile(attachment, path)}${transcript === undefined ? '' : `<p dir="auto">${escape(transcript)}</p>`}`;
}

function shownFile({ kind, filename }: AttachmentView, path: string | undefined): string {
  const name = escape(filename);
  if (path === undefined) return `<p class="soft">${name}</p>`;
  const address = addressOf(path);
  if (kind === 'voice') return `<p><audio controls preload="none" src="${address}"></audio></p>`;
  const look =
    kind === 'image'
      ? `<img class="picture" alt="${name}" loading="lazy" src="${address}">`
      : kind === 'video'
        ? `<video class="picture" controls preload="none" src="${address}"></video>`
        : '';
  return `<p>${look}<a href="${address}">${name}</a></p>`;
}

/** A link preview. */
function previewOf(preview: LinkPreviewView | null, media: ReadonlyMap<string, string>): string {
  if (preview === null) return '';
  const { siteName, title, description, image } = preview;
  const path = image && media.get(image.id);
  const picture =
    path === undefined ? '' : `<p><img class="picture" alt="" loading="lazy" src="${addressOf(path)}"></p>`;
  return `<blockquote dir="auto"><b>${escape(siteName)}</b> ${escape(title)} <span class="soft">${escape(description ?? '')}</span></blockquote>${picture}`;
}

/** The kind of thing in front of the title of a card or the name of a sticker. */
function kindOf(texts: PageTexts, sticker: string | null, card: CardView | null): string {
  const kind = sticker === null ? card?.type : 'sticker';
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  return kind === undefined ? '' : `<span class="soft">${escape(kinds[kind] ?? kind)}:</span> `;
}

function bubble(
  { userId, media, texts }: PageFrame,
  { sender, content, createdAt, editedAt, replyTo, reactions, attachments, preview, sticker, card }: MessageView,
  time: string,
): string {
  const nameOf = ({ _id, firstName }: { _id: string; firstName: string }): string =>
    escape(_id === userId ? texts.you : firstName);
  const quote =
    replyTo &&
    `<blockquote dir="auto"><b>${nameOf(replyTo.sender)}</b> ${escape(replyTo.deletedAt ? texts.messageDeleted : messageWords(texts, replyTo.content, replyTo.sticker))}</blockquote>`;
  const files = attachments.map((attachment) => fileOf(attachment, media.get(attachment.id))).join('');
  const felt = reactions
    .map(
      ({ emoji, user }) =>
        `<li>${escape(emoji)} <span class="hidden">${escape(user === userId ? texts.fromYou : texts.fromPartner)}</span></li>`,
    )
    .join('');
  return `<li class="${sender._id === userId ? 'mine' : 'theirs'}"><div class="bubble"><b class="who"><bdi>${nameOf(sender)}</bdi></b>${quote ?? ''}<p dir="auto">${kindOf(texts, sticker, card)}${escape(messageWords(texts, content, sticker))}</p>${previewOf(preview, media)}${files}<p class="when"><time datetime="${createdAt}">${escape(time)}</time>${editedAt ? `, ${texts.edited}` : ''}</p></div>${felt && `<ul class="felt" aria-label="${texts.reactions}">${felt}</ul>`}</li>\n`;
}
