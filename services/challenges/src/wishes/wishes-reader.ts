import {
  type FoundTitles,
  LIMITS,
  type SearchWishesDto,
  type WishList,
  type WishListQueryDto,
  type WishStatus,
  matchesWords,
} from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan, LessThanOrEqual } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { WishChanges } from './wish-changes.js';
import { WishPoints } from './wish-points.js';
import { lapsedSince } from './wish-states.js';
import { readWishTitles } from './wish-titles.queries.js';
import { Wish } from './wish.entity.js';
import { isVisible, wishView } from './wish.view.js';

const SHELVES: Record<'current' | 'history', WishStatus[]> = {
  current: ['open', 'redeemed'],
  history: ['fulfilled'],
};

/** Wishes as a member may see them. Each list first returns the points of lapsed wishes that no job has returned yet. */
@Injectable()
export class WishesReader {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(WishChanges) private readonly changes: WishChanges,
    @Inject(WishPoints) private readonly points: WishPoints,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async search(viewerId: string, { q, limit = LIMITS.searchHits }: SearchWishesDto): Promise<FoundTitles> {
    const { coupleId, hiddenParts } = await this.couples.findMembership(viewerId);
    if (hiddenParts.includes('wishes')) return { hits: [], more: false };
    const rows = await readWishTitles(this.database, [coupleId]);
    const found = rows.filter(({ title }) => matchesWords(title, q)).slice(0, limit + 1);
    const hits = found.slice(0, limit).map(({ id, title }) => ({ _id: id, title, text: '' }));
    return { hits, more: found.length > limit };
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN */
  async list(viewerId: string, { shelf, cursor, limit = LIMITS.wishPage }: WishListQueryDto): Promise<WishList> {
    const { coupleId } = await this.couples.findMembership(viewerId, 'wishes');
    await this.lapse(coupleId);
    const { manager } = this.database;
    const rows = await manager.find(Wish, {
      where: {
        coupleId,
        status: In(shelf ? SHELVES[shelf] : Object.values(SHELVES).flat()),
        ...(cursor !== undefined && { id: LessThan(cursor) }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    const available = await this.points.available(manager, coupleId);
    return {
      wishes: page.filter(isVisible).map((wish) => wishView(wish, { viewerId, available })),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      available: Math.max(0, available),
    };
  }

  private async lapse(coupleId: string): Promise<void> {
    const due = await this.database.manager.find(Wish, {
      select: { id: true, coupleId: true },
      where: { coupleId, status: 'redeemed', redeemedAt: LessThanOrEqual(lapsedSince(this.clock.now())) },
    });
    for (const wish of due) await this.changes.lapseIfDue(wish);
  }
}
