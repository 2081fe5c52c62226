import type { DailyAnswerView, DailyRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import { type PageFrame, partnerIn } from './export-frame.js';
import type { Records } from './export-reader.js';
import type { PageTexts } from '../texts/index.js';

/** The chosen option and the text of an answer. */
function said(texts: PageTexts, { type, options }: DailyRecord, { value, text }: DailyAnswerView): string {
  const chosen = value === null ? '' : type === 'scale' ? texts.onScale(value, options) : (options[value] ?? '');
  return [chosen, text]
    .filter((part) => part !== '')
    .map(escape)
    .join('. ');
}

function row(texts: PageTexts, record: DailyRecord, other: string, day: string): string {
  const { mine, theirs, reactions, text } = record;
  const answers = [
    mine && `<dt>${texts.you}</dt><dd dir="auto">${said(texts, record, mine)}</dd>`,
    theirs && `<dt><bdi>${escape(other)}</bdi></dt><dd dir="auto">${said(texts, record, theirs)}</dd>`,
  ];
  const felt =
    reactions.length === 0 ? '' : ` <span class="soft">${escape(reactions.map(({ emoji }) => emoji).join(' '))}</span>`;
  return `<li><span class="soft">${escape(day)}</span> <bdi>${escape(text)}</bdi>${felt}<dl>${answers.map((answer) => (answer ? `<div>${answer}</div>` : '')).join('')}</dl></li>\n`;
}

/** The daily questions: the user's answers, and the partner's where both have answered. */
export function* dailySection(frame: PageFrame, { days, written }: Records['daily']): Generator<string> {
  if (days.length + written.length === 0) return;
  // A day has no time zone.
  const format = new Intl.DateTimeFormat(frame.locale, { dateStyle: 'full', timeZone: 'UTC' });
  const { texts } = frame;
  yield `<section aria-labelledby="daily"><h2 id="daily">${texts.daily}</h2>\n<ul>\n`;
  for (const record of days)
    yield row(texts, record, partnerIn(frame, record.coupleId), format.format(new Date(record.dayKey)));
  yield '</ul>\n';
  if (written.length > 0)
    yield `<h3>${texts.writtenQuestions}</h3><ul>${written.map(({ text }) => `<li dir="auto">${escape(text)}</li>`).join('')}</ul>\n`;
  yield '</section>\n';
}
