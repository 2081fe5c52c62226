import {
  type CapsuleList,
  type CapsuleListQueryDto,
  type CapsuleView,
  type ContributionPage,
  LIMITS,
  type MemoryStatistics,
} from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { CapsuleChanges } from './capsule-changes.js';
import { capsuleSummaries, capsuleView } from './capsule-views.js';
import { Capsule } from './capsule.entity.js';
import { listCapsuleRows } from './capsules-list.js';
import { readContributions } from './contributions-reader.js';

/** Capsules as a member may see them. */
@Injectable()
export class CapsulesReader {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async list(userId: string, query: CapsuleListQueryDto): Promise<CapsuleList> {
    const { coupleId } = await this.couples.findMembership(userId);
    await this.ripenDue(coupleId);
    const limit = query.limit ?? LIMITS.capsulePage;
    const rows = await listCapsuleRows(this.database.manager, {
      coupleId,
      viewerId: userId,
      ...query,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      capsules: await capsuleSummaries(this.database.manager, page, userId, this.clock.now()),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND */
  async get(userId: string, id: string): Promise<CapsuleView> {
    const { coupleId } = await this.couples.findMembership(userId);
    await this.ripenDue(coupleId);
    const capsule = await this.database.manager.findOneBy(Capsule, { id, coupleId });
    if (!capsule) throw new AppError('CAPSULE_NOT_FOUND');
    return this.view(this.database.manager, capsule, userId);
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND */
  async contributions(userId: string, id: string, cursor?: string): Promise<ContributionPage> {
    const { coupleId } = await this.couples.findMembership(userId);
    await this.ripenDue(coupleId);
    const capsule = await this.database.manager.findOneBy(Capsule, { id, coupleId });
    if (!capsule) throw new AppError('CAPSULE_NOT_FOUND');
    return readContributions(this.database.manager, capsule, userId, cursor);
  }

  /** @throws AppError CAPSULE_NOT_FOUND */
  view(tx: Tx, capsule: Capsule, viewerId: string): Promise<CapsuleView> {
    return capsuleView(tx, capsule, viewerId, this.clock.now());
  }

  /** Counts capsules outside the trash. */
  async statistics(userId: string): Promise<MemoryStatistics> {
    const membership = await this.couples.currentMembership(userId);
    if (!membership) return { ofCouple: 0, createdByMe: 0, opened: 0 };
    const where = { coupleId: membership.coupleId, deletedAt: IsNull() };
    const [ofCouple, createdByMe, opened] = await Promise.all([
      this.database.manager.countBy(Capsule, where),
      this.database.manager.countBy(Capsule, { ...where, createdBy: userId }),
      this.database.manager.countBy(Capsule, { ...where, kind: 'timed', status: 'completed' }),
    ]);
    return { ofCouple, createdByMe, opened };
  }

  /** Makes due capsules ready that no job has processed yet. */
  private async ripenDue(coupleId: string): Promise<void> {
    const now = this.clock.now();
    const due = await this.database.manager
      .createQueryBuilder(Capsule, 'c')
      .select('c.id', 'id')
      .where("c.couple_id = :coupleId AND c.status = 'sealed' AND c.deleted_at IS NULL AND c.unlock_at <= :now", {
        coupleId,
        now,
      })
      .getRawMany<{ id: string }>();
    for (const { id } of due) await this.changes.ripenIfDue(id);
  }
}
