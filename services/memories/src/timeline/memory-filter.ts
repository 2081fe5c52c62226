import type { MemoryFilterDto } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import type { SelectQueryBuilder } from 'typeorm';
import { CapsuleMark } from '../capsules/capsule-mark.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { READABLE } from '../capsules/contribution.view.js';

/** The contributions `r` that a member reads and that a filter lets pass, with their capsules `c`. */
export function readableContributions(
  tx: Tx,
  { coupleId, userId: viewerId }: { coupleId: string; userId: string },
  { year, author, tag, kind, shelf }: MemoryFilterDto = {},
): SelectQueryBuilder<Contribution> {
  const query = tx
    .createQueryBuilder(Contribution, 'r')
    .innerJoinAndSelect('r.capsule', 'c')
    .leftJoin(CapsuleMark, 'm', 'm.capsule_id = c.id AND m.user_id = :viewerId')
    .where('r.couple_id = :coupleId', { coupleId, viewerId })
    .andWhere(READABLE)
    .andWhere('m.hidden IS NOT TRUE');
  if (year !== undefined)
    query.andWhere('r.happened_on BETWEEN :first AND :last', { first: `${year}-01-01`, last: `${year}-12-31` });
  if (author !== undefined) query.andWhere('r.author_id = :author', { author });
  if (tag !== undefined) query.andWhere(':tag = ANY(c.tags)', { tag });
  if (kind !== undefined) query.andWhere('c.kind = :kind', { kind });
  if (shelf === 'favourites') query.andWhere('m.favourite');
  return query;
}
