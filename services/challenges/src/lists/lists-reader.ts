import {
  type FoundTitles,
  LIMITS,
  type ListSummary,
  type ListSync,
  type ListTemplates,
  type ListsView,
  type SearchListsDto,
  type SyncListByIdDto,
  matchesWords,
} from '@duet/contracts';
import { AppError, Clock, type Tx, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { List } from './list.entity.js';
import { ListItem } from './list-item.entity.js';
import { LIST_TEMPLATES_IN } from './list-template-texts.js';
import { NO_ITEMS, itemView, listSummary } from './list.view.js';
import { readListFigures, readListWords } from './lists.queries.js';

/** Lists as a member may see them. */
@Injectable()
export class ListsReader {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, PART_HIDDEN */
  async list(viewerId: string): Promise<ListsView> {
    const { coupleId } = await this.couples.findMembership(viewerId, 'lists');
    const { manager } = this.database;
    const lists = await manager.find(List, { where: { coupleId }, order: { id: 'DESC' }, take: LIMITS.lists });
    return { lists: await this.views(manager, lists) };
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN */
  async templates(viewerId: string): Promise<ListTemplates> {
    await this.couples.findMembership(viewerId, 'lists');
    return { templates: [...LIST_TEMPLATES_IN[requestContext.language()].values()] };
  }

  /**
   * Reads list and items in one snapshot, so that `upTo` never passes a change that is not in the answer.
   * @throws AppError NO_PARTNER, PART_HIDDEN, LIST_NOT_FOUND
   */
  async sync(viewerId: string, { id, after }: SyncListByIdDto): Promise<ListSync> {
    const { coupleId } = await this.couples.findMembership(viewerId, 'lists');
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const list = await tx.findOneBy(List, { id, coupleId });
      if (!list) throw new AppError('LIST_NOT_FOUND');
      const rows = await tx.find(ListItem, {
        // The highest rev of a client may lie beyond what the column can hold.
        where: { listId: id, rev: MoreThan(Math.min(after, list.rev)), ...(after === 0 && { deletedRev: IsNull() }) },
        order: { rev: 'ASC' },
        take: LIMITS.listSyncPage + 1,
      });
      const page = rows.slice(0, LIMITS.listSyncPage);
      const more = rows.length > page.length;
      const upTo = more ? (page.at(-1)?.rev ?? after) : list.rev;
      return { list: await this.view(tx, list), items: page.map(itemView), upTo, more };
    });
  }

  /** @throws AppError NO_PARTNER */
  async search(viewerId: string, { q, limit = LIMITS.searchHits }: SearchListsDto): Promise<FoundTitles> {
    const { coupleId, hiddenParts } = await this.couples.findMembership(viewerId);
    if (hiddenParts.includes('lists')) return { hits: [], more: false };
    const rows = await readListWords(this.database, [coupleId, LIMITS.lists]);
    const found = rows.filter(({ title, words }) => matchesWords(`${title} ${words}`, q)).slice(0, limit + 1);
    const hits = found
      .slice(0, limit)
      .map(({ id, title, words }) => ({ _id: id, title, text: matchesWords(title, q) ? '' : words }));
    return { hits, more: found.length > limit };
  }

  async view(tx: Tx, list: List): Promise<ListSummary> {
    const [row] = await readListFigures(tx, [[list.id]]);
    return listSummary(list, row ?? NO_ITEMS, this.clock.now());
  }

  private async views(tx: Tx, lists: readonly List[]): Promise<ListSummary[]> {
    const rows = await readListFigures(tx, [lists.map(({ id }) => id)]);
    const figures = new Map(rows.map((row) => [row.listId, row]));
    const now = this.clock.now();
    return lists.map((list) => listSummary(list, figures.get(list.id) ?? NO_ITEMS, now));
  }
}
