import type { CapsuleSummary, CapsuleView } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import { coversOf } from './capsule-covers.js';
import { CapsuleMark } from './capsule-mark.entity.js';
import { Capsule } from './capsule.entity.js';
import { capsuleSummary } from './capsule.view.js';
import { NO_CONTRIBUTIONS, countContributions, readContributions } from './contributions-reader.js';
import { readResponses } from './responses-reader.js';

/** Capsules as they stand in lists. @param now domain time */
export async function capsuleSummaries(
  tx: Tx,
  capsules: readonly Capsule[],
  viewerId: string,
  now: Date,
): Promise<CapsuleSummary[]> {
  const ids = capsules.map(({ id }) => id);
  const counted = await countContributions(tx, ids);
  const covers = await coversOf(tx, capsules, viewerId);
  const marks = new Map(
    (await tx.findBy(CapsuleMark, { capsuleId: In(ids), userId: viewerId })).map((mark) => [mark.capsuleId, mark]),
  );
  return capsules.map((capsule) => {
    const { favourite = false, hidden = false } = marks.get(capsule.id) ?? {};
    const [counts, cover] = [counted.get(capsule.id) ?? NO_CONTRIBUTIONS, covers.get(capsule.id) ?? null];
    return capsuleSummary(capsule, { counts, cover, favourite, hidden }, viewerId, now);
  });
}

/** A capsule with the first contributions that the viewer reads, and what the two say about it. @param now domain time */
export async function capsuleView(tx: Tx, capsule: Capsule, viewerId: string, now: Date): Promise<CapsuleView> {
  const [summary] = await capsuleSummaries(tx, [capsule], viewerId, now);
  if (!summary) throw new AppError('CAPSULE_NOT_FOUND');
  const { contributions, nextCursor } = await readContributions(tx, capsule, viewerId);
  return { ...summary, contributions, nextContribution: nextCursor, ...(await readResponses(tx, capsule)) };
}
