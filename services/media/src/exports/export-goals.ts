import type { GoalRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import type { ExportedCouple } from './exported-couple.js';

/** The goals, with the entries that the user could read. */
export async function* goalsSection(
  goals: AsyncIterable<GoalRecord>,
  couples: ExportedCouple[],
  userId: string,
  locale: string,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { coupleId, title, why, milestones, entries } of goals) {
    if (isEmpty) yield '<section aria-labelledby="goals"><h2 id="goals">Goals</h2>\n';
    isEmpty = false;
    const couple = couples.find((one) => one.coupleId === coupleId);
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: couple?.timezone ?? 'UTC' });
    yield `<h3 dir="auto">${escape(title)}</h3>\n`;
    if (why !== '') yield `<p dir="auto">${escape(why)}</p>\n`;
    if (milestones.length > 0) yield '<ul>';
    for (const milestone of milestones)
      yield `<li dir="auto">${milestone.doneAt === null ? '' : '✓ '}${escape(milestone.title)}</li>`;
    if (milestones.length > 0) yield '</ul>\n';
    yield '<dl>';
    for (const { author, delta, note, at } of entries) {
      const name = author === userId ? 'You' : (couple?.partner.firstName ?? 'Somebody');
      const step = delta === 0 ? '' : `${delta > 0 ? '+' : ''}${delta}, `;
      const about = escape(`${step}${format.format(new Date(at))}`);
      yield `<div><dt><bdi>${escape(name)}</bdi> <span class="soft">${about}</span></dt><dd dir="auto">${escape(note)}</dd></div>`;
    }
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
