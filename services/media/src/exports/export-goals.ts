import type { GoalRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import { type PageFrame, dayIn, namesIn } from './export-frame.js';

/** The goals, with the entries that the user could read. */
export async function* goalsSection(frame: PageFrame, goals: AsyncIterable<GoalRecord>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { coupleId, title, why, milestones, entries } of goals) {
    if (isEmpty) yield `<section aria-labelledby="goals"><h2 id="goals">${frame.texts.goals}</h2>\n`;
    isEmpty = false;
    const [nameOf, day] = [namesIn(frame, coupleId), dayIn(frame, coupleId)];
    yield `<h3 dir="auto">${escape(title)}</h3>\n`;
    if (why !== '') yield `<p dir="auto">${escape(why)}</p>\n`;
    if (milestones.length > 0) yield '<ul>';
    for (const milestone of milestones)
      yield `<li dir="auto">${milestone.doneAt === null ? '' : '✓ '}${escape(milestone.title)}</li>`;
    if (milestones.length > 0) yield '</ul>\n';
    yield '<dl>';
    for (const { author, delta, note, at } of entries) {
      const step = delta === 0 ? '' : `${delta > 0 ? '+' : ''}${delta}, `;
      const about = escape(`${step}${day(at)}`);
      yield `<div><dt><bdi>${escape(nameOf(author))}</bdi> <span class="soft">${about}</span></dt><dd dir="auto">${escape(note)}</dd></div>`;
    }
    yield '</dl>\n';
  }
  if (!isEmpty) yield '</section>\n';
}
