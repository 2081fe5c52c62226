import { type CapsuleCounts, type ContributionKind, type ContributionPage, LIMITS } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import type { Capsule } from './capsule.entity.js';
import { Contribution } from './contribution.entity.js';
import { READABLE } from './contribution.view.js';
import { contributionViews } from './contribution-files.js';

interface Count {
  capsuleId: string;
  authorId: string;
  kind: ContributionKind;
  count: number;
}

/** The counts of an empty capsule. */
export const NO_CONTRIBUTIONS: CapsuleCounts = { total: 0, byUser: {}, byKind: {} };

/** The number of contributions of each of these capsules, which members may read in every state. */
export async function countContributions(tx: Tx, capsuleIds: readonly string[]): Promise<Map<string, CapsuleCounts>> {
  const counted = new Map(capsuleIds.map((id) => [id, structuredClone(NO_CONTRIBUTIONS)]));
  if (capsuleIds.length === 0) return counted;
  const rows = await tx
    .createQueryBuilder(Contribution, 'r')
    .select('r.capsule_id', 'capsuleId')
    .addSelect('r.author_id', 'authorId')
    .addSelect('r.kind', 'kind')
    .addSelect('count(*)::int', 'count')
    .where('r.capsule_id IN (:...capsuleIds)', { capsuleIds })
    .groupBy('r.capsule_id')
    .addGroupBy('r.author_id')
    .addGroupBy('r.kind')
    .getRawMany<Count>();
  for (const { capsuleId, authorId, kind, count } of rows) {
    const counts = counted.get(capsuleId);
    if (!counts) continue;
    counts.total += count;
    counts.byUser[authorId] = (counts.byUser[authorId] ?? 0) + count;
    counts.byKind[kind] = (counts.byKind[kind] ?? 0) + count;
  }
  return counted;
}

/**
 * The contributions of a capsule that the viewer may read, by their day and within it by their age.
 * @param cursor the last contribution of the page before; one that was deleted since begins anew
 */
export async function readContributions(
  tx: Tx,
  capsule: Capsule,
  viewerId: string,
  cursor?: string,
): Promise<ContributionPage> {
  const page = tx
    .createQueryBuilder(Contribution, 'r')
    .innerJoin('r.capsule', 'c')
    .where('r.capsule_id = :id', { id: capsule.id, viewerId })
    .andWhere(READABLE)
    .orderBy('r.happened_on', 'ASC')
    .addOrderBy('r.id', 'ASC')
    .limit(LIMITS.contributionPage + 1);
  const last = cursor === undefined ? null : await tx.findOneBy(Contribution, { id: cursor, capsuleId: capsule.id });
  if (last) page.andWhere('(r.happened_on, r.id) > (:day::date, :last::uuid)', { day: last.happenedOn, last: last.id });
  const rows = await page.getMany();
  const contributions = await contributionViews(
    tx,
    rows.slice(0, LIMITS.contributionPage).map((row) => Object.assign(row, { capsule })),
  );
  const isEnd = rows.length <= LIMITS.contributionPage;
  return { contributions, nextCursor: isEnd ? null : (contributions.at(-1)?._id ?? null) };
}
