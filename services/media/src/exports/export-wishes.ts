import type { WishRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import type { ExportedCouple } from './exported-couple.js';

/** The wishes of both, each with the one who would gladly do it. */
export async function* wishesSection(
  wishes: AsyncIterable<WishRecord>,
  couples: ExportedCouple[],
  userId: string,
  locale: string,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { coupleId, title, points, createdBy, createdAt, fulfilledAt } of wishes) {
    if (isEmpty) yield '<section aria-labelledby="wishes"><h2 id="wishes">Wishes</h2>\n<dl>';
    isEmpty = false;
    const couple = couples.find((one) => one.coupleId === coupleId);
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: couple?.timezone ?? 'UTC' });
    const name = createdBy === userId ? 'You' : (couple?.partner.firstName ?? 'Somebody');
    const state =
      fulfilledAt === null ? format.format(new Date(createdAt)) : `✓ ${format.format(new Date(fulfilledAt))}`;
    const about = escape(`${points} points, ${state}`);
    yield `<div><dt><bdi>${escape(name)}</bdi> <span class="soft">${about}</span></dt><dd dir="auto">${escape(title)}</dd></div>`;
  }
  if (!isEmpty) yield '</dl>\n</section>\n';
}
