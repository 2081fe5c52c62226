import type { DailyAnswerView, DailyRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import type { Records } from './export-reader.js';
import type { ExportedCouple } from './exported-couple.js';

/** The chosen option and the text of an answer. */
function said({ type, options }: DailyRecord, { value, text }: DailyAnswerView): string {
  const chosen =
    value === null ? '' : type === 'scale' ? `${value} of 5 (${options.join(' to ')})` : (options[value] ?? '');
  return [chosen, text]
    .filter((part) => part !== '')
    .map(escape)
    .join('. ');
}

function row(record: DailyRecord, other: string, day: string): string {
  const { mine, theirs, reactions, text } = record;
  const answers = [
    mine && `<dt>You</dt><dd dir="auto">${said(record, mine)}</dd>`,
    theirs && `<dt><bdi>${escape(other)}</bdi></dt><dd dir="auto">${said(record, theirs)}</dd>`,
  ];
  const felt =
    reactions.length === 0 ? '' : ` <span class="soft">${escape(reactions.map(({ emoji }) => emoji).join(' '))}</span>`;
  return `<li><span class="soft">${escape(day)}</span> <bdi>${escape(text)}</bdi>${felt}<dl>${answers.map((answer) => (answer ? `<div>${answer}</div>` : '')).join('')}</dl></li>\n`;
}

/** The daily questions: the user's answers, and the partner's where both have answered. */
export function* dailySection(
  { days, written }: Records['daily'],
  couples: ExportedCouple[],
  locale: string,
): Generator<string> {
  if (days.length + written.length === 0) return;
  // A day has no time zone.
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const nameIn = (coupleId: string): string =>
    couples.find((couple) => couple.coupleId === coupleId)?.partner.firstName ?? 'Somebody';
  yield '<section aria-labelledby="daily"><h2 id="daily">Daily questions</h2>\n<ul>\n';
  for (const record of days) yield row(record, nameIn(record.coupleId), format.format(new Date(record.dayKey)));
  yield '</ul>\n';
  if (written.length > 0)
    yield `<h3>Questions you wrote</h3><ul>${written.map(({ text }) => `<li dir="auto">${escape(text)}</li>`).join('')}</ul>\n`;
  yield '</section>\n';
}
