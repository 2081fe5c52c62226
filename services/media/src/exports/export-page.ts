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
import { documentHead } from './export-head.js';
import { moodsOf } from './export-moods.js';
import { PAGE_STYLE } from './export-style.js';
import { reportsSection } from './export-reports.js';
import { wishesSection } from './export-wishes.js';
import type { ExportedCouple } from './exported-couple.js';

interface Page {
  records: Records;
  couples: ExportedCouple[];
  avatar: Buffer | null;
  /** Paths of the attachments relative to the page, by id. */
  media: Map<string, string>;
  at: Date;
}

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
  const { records, couples, at } = page;
  const { profile, settings } = records;
  const day = clockOf(settings.account.language, 'UTC').day(at.toISOString());
  yield pageHead({
    title: `${profile.fullName}: Duet`,
    at,
    line: ['Your data, as of', day],
    skip: ['talk', 'Skip to the conversations'],
  });
  yield profileSection(page);
  yield coupleSection(couples, settings.account.language);
  yield* dailySection(records.daily, couples, settings.account.language);
  yield* capsulesSection(capsules(), couples, profile._id, settings.account.language, page.media);
  yield* challengesSection(challenges(), couples, profile._id, settings.account.language, page.media);
  yield* goalsSection(goals(), couples, profile._id, settings.account.language);
  yield* storiesSection(stories(), couples, profile._id, page.media);
  yield* listsSection(lists());
  yield* wishesSection(wishes(), couples, profile._id, settings.account.language);
  yield reportsSection(records.reports, clockOf(settings.account.language, 'UTC').day);
  yield '<section aria-labelledby="talk"><h2 id="talk">Conversations</h2>\n';
  yield* conversations(page, messages());
  yield '</section>\n</main>\n</body>\n</html>\n';
}

/** The beginning of the page, until its end `</main></body></html>`. */
export const pageHead = ({
  title,
  at,
  line: [about, day],
  skip: [target, words],
}: {
  title: string;
  at: Date;
  line: [about: string, day: string];
  skip: [target: string, words: string];
}): string => `${documentHead(title, PAGE_STYLE)}<a class="skip" href="#${target}">${escape(words)}</a>
<header><p class="brand">Duet</p><p>${escape(about)} <time datetime="${at.toISOString()}">${escape(day)}</time></p></header>
<main>
`;

function profileSection({ records: { profile, sessions, settings }, avatar }: Page): string {
  const clock = clockOf(settings.account.language, 'UTC');
  const details: [string, string][] = [
    ['Username', `@${profile.username}`],
    ['Email', profile.email],
    ['Bio', profile.bio],
    ['Joined', clock.day(profile.createdAt)],
  ];
  const devices = sessions.map(
    ({ device, ip, lastUsedAt }) =>
      `<li>${escape(device)} <span class="soft">${escape(ip)}, last used ${escape(clock.day(lastUsedAt))}</span></li>`,
  );
  return `<section aria-labelledby="you">
${avatar ? `<img class="avatar" alt="" src="data:image/webp;base64,${avatar.toString('base64')}">` : ''}
<h1 id="you" dir="auto">${escape(profile.fullName)}</h1>
<dl>${details.map(([name, value]) => (value === '' ? '' : `<div><dt>${name}</dt><dd dir="auto">${escape(value)}</dd></div>`)).join('')}</dl>
<h2>Signed-in devices</h2>
<ul>${devices.join('')}</ul>
</section>
`;
}

const nameOf = ({ partner }: ExportedCouple): string => partner.firstName ?? 'Somebody';

/** A day has no time zone. */
function datesOf({ dates, togetherSince }: ExportedCouple, locale: string): string {
  const { day } = clockOf(locale, 'UTC');
  const since = togetherSince === null ? [] : [`<li>Together since ${escape(day(togetherSince))}</li>`];
  const rows = dates.map(({ title, date, yearly, private: isPrivate }) => {
    const more = [day(date), ...(yearly ? ['every year'] : []), ...(isPrivate ? ['only you see this'] : [])].join(', ');
    return `<li><bdi>${escape(title)}</bdi> <span class="soft">${escape(more)}</span></li>`;
  });
  return since.length + rows.length === 0 ? '' : `<ul>${[...since, ...rows].join('')}</ul>`;
}

function coupleSection(couples: ExportedCouple[], locale: string): string {
  const rows = couples.map((couple) => {
    const { day } = clockOf(locale, couple.timezone);
    const until = couple.endedAt ? `until ${escape(day(couple.endedAt))}` : 'and still';
    const known = couple.nickname === null ? '' : ` (<bdi>${escape(couple.nickname)}</bdi>)`;
    return `<li><bdi>${escape(nameOf(couple))}</bdi>${known} <span class="soft">since ${escape(day(couple.linkedAt))}, ${until}</span>${datesOf(couple, locale)}${moodsOf(couple.moods, clockOf(locale, 'UTC').day)}</li>`;
  });
  return `<section aria-labelledby="partners"><h2 id="partners">Partners</h2>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>None.</p>'}</section>\n`;
}

async function* conversations(
  { records, couples, media }: Page,
  messages: AsyncIterable<MessageView>,
): AsyncGenerator<string> {
  const { profile, settings } = records;
  let [chat, today] = ['', ''];
  let clock = clockOf(settings.account.language, 'UTC');
  for await (const message of messages) {
    if (message.chatId !== chat) {
      const couple = couples.find(({ coupleId }) => coupleId === message.chatId);
      if (chat !== '') yield '</ol></article>\n';
      [chat, today] = [message.chatId, ''];
      clock = clockOf(settings.account.language, couple?.timezone ?? 'UTC');
      yield `<article class="chat"><h3>With <bdi>${escape(couple ? nameOf(couple) : 'somebody')}</bdi></h3>\n`;
    }
    const day = clock.day(message.createdAt);
    if (day !== today) yield `${today === '' ? '' : '</ol>\n'}<h4>${escape(day)}</h4>\n<ol>\n`;
    today = day;
    yield bubble(message, profile._id, clock.time(message.createdAt), media);
  }
  yield chat === '' ? '<p>No messages.</p>\n' : '</ol></article>\n';
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
function previewOf(preview: LinkPreviewView | null, media: Map<string, string>): string {
  if (preview === null) return '';
  const { siteName, title, description, image } = preview;
  const path = image && media.get(image.id);
  const picture =
    path === undefined ? '' : `<p><img class="picture" alt="" loading="lazy" src="${addressOf(path)}"></p>`;
  return `<blockquote dir="auto"><b>${escape(siteName)}</b> ${escape(title)} <span class="soft">${escape(description ?? '')}</span></blockquote>${picture}`;
}

/** The kind of thing in front of the title of a card or the name of a sticker. */
function kindOf(sticker: string | null, card: CardView | null): string {
  const kind = sticker === null ? card?.type : 'sticker';
  return kind === undefined
    ? ''
    : `<span class="soft">${escape(kind.charAt(0).toUpperCase() + kind.slice(1))}:</span> `;
}

function bubble(
  { sender, content, createdAt, editedAt, replyTo, reactions, attachments, preview, sticker, card }: MessageView,
  myId: string,
  time: string,
  media: Map<string, string>,
): string {
  const who = sender._id === myId ? 'You' : sender.firstName;
  const quote =
    replyTo &&
    `<blockquote dir="auto"><b>${escape(replyTo.sender._id === myId ? 'You' : replyTo.sender.firstName)}</b> ${escape(replyTo.deletedAt ? 'Message deleted' : replyTo.content)}</blockquote>`;
  const files = attachments.map((attachment) => fileOf(attachment, media.get(attachment.id))).join('');
  const felt = reactions
    .map(
      ({ emoji, user }) =>
        `<li>${escape(emoji)} <span class="hidden">from ${escape(user === myId ? 'you' : 'your partner')}</span></li>`,
    )
    .join('');
  return `<li class="${sender._id === myId ? 'mine' : 'theirs'}"><div class="bubble"><b class="who"><bdi>${escape(who)}</bdi></b>${quote ?? ''}<p dir="auto">${kindOf(sticker, card)}${escape(content)}</p>${previewOf(preview, media)}${files}<p class="when"><time datetime="${createdAt}">${escape(time)}</time>${editedAt ? ', edited' : ''}</p></div>${felt && `<ul class="felt" aria-label="Reactions">${felt}</ul>`}</li>\n`;
}
