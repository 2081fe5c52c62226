import type { CapsuleListQueryDto, CapsuleStatus } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { CapsuleMark } from './capsule-mark.entity.js';
import { CAPSULE_MATCHES, searchQuery } from './capsule-words.js';
import { Capsule } from './capsule.entity.js';
import { Contribution } from './contribution.entity.js';
import { READABLE } from './contribution.view.js';

interface ListQuery extends CapsuleListQueryDto {
  coupleId: string;
  viewerId: string;
  limit: number;
}

/** The states that a list of each state shows: a capsule whose day has come stays among the sealed ones until it is opened. */
const STATUSES: Record<CapsuleStatus, readonly CapsuleStatus[]> = {
  collecting: ['collecting'],
  sealed: ['sealed', 'ready'],
  ready: ['ready'],
  completed: ['completed'],
};

/** Capsules by age, the newest first, from an index of the couple. Sealed contributions decide nothing here. */
export async function listCapsuleRows(tx: Tx, query: ListQuery): Promise<Capsule[]> {
  const { coupleId, viewerId, status, kind, q, tag, year, author, shelf = 'shown', cursor, limit } = query;
  const words = q ? searchQuery(coupleId, q) : null;
  const list = tx
    .createQueryBuilder(Capsule, 'c')
    .leftJoin(CapsuleMark, 'm', 'm.capsule_id = c.id AND m.user_id = :viewerId')
    .where('c.couple_id = :coupleId', { coupleId, viewerId })
    .orderBy('c.id', 'DESC')
    .limit(limit);
  list.andWhere(shelf === 'trash' ? 'c.deleted_at IS NOT NULL' : 'c.deleted_at IS NULL');
  if (shelf === 'shown') list.andWhere('m.hidden IS NOT TRUE');
  if (shelf === 'hidden') list.andWhere('m.hidden');
  if (shelf === 'favourites') list.andWhere('m.favourite');
  if (status) list.andWhere('c.status IN (:...statuses)', { statuses: STATUSES[status] });
  if (kind) list.andWhere('c.kind = :kind', { kind });
  if (tag) list.andWhere(':tag = ANY(c.tags)', { tag });
  if (cursor) list.andWhere('c.id < :cursor', { cursor });
  if (q) list.andWhere(words === null ? 'FALSE' : `(${CAPSULE_MATCHES})`, { words });
  if (year !== undefined || author !== undefined) {
    const readable = list
      .subQuery()
      .select('1')
      .from(Contribution, 'r')
      .where('r.capsule_id = c.id AND r.couple_id = c.couple_id')
      .andWhere(READABLE);
    if (year !== undefined)
      readable.andWhere('r.happened_on BETWEEN :first AND :last', { first: `${year}-01-01`, last: `${year}-12-31` });
    if (author !== undefined) readable.andWhere('r.author_id = :author', { author });
    list.andWhere(`EXISTS ${readable.getQuery()}`, readable.getParameters());
  }
  return list.getMany();
}
