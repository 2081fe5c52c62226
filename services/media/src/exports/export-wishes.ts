import type { WishRecord } from '@duet/contracts';
import { escape } from './export-escape.js';
import { type PageFrame, dayIn, namesIn } from './export-frame.js';

/** The wishes of both, each with the one who would gladly do it. */
export async function* wishesSection(frame: PageFrame, wishes: AsyncIterable<WishRecord>): AsyncGenerator<string> {
  const { texts } = frame;
  let isEmpty = true;
  for await (const { coupleId, title, points, createdBy, createdAt, fulfilledAt } of wishes) {
    if (isEmpty) yield `<section aria-labelledby="wishes"><h2 id="wishes">${texts.wishes}</h2>\n<dl>`;
    isEmpty = false;
    const [nameOf, day] = [namesIn(frame, coupleId), dayIn(frame, coupleId)];
    const state = fulfilledAt === null ? day(createdAt) : `✓ ${day(fulfilledAt)}`;
    const about = escape(`${texts.points(points)}, ${state}`);
    yield `<div><dt><bdi>${escape(nameOf(createdBy))}</bdi> <span class="soft">${about}</span></dt><dd dir="auto">${escape(title)}</dd></div>`;
  }
  if (!isEmpty) yield '</dl>\n</section>\n';
}
