import { LIMITS, type NoticeKind, type NudgeKind, type NudgeState } from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { ActivityLog } from '../activities/activity-log.js';
import { CouplesService } from '../couples/couples.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Nudge } from './nudge.entity.js';

const NOTICE_KINDS: Record<NudgeKind, NoticeKind> = {
  thinking: 'nudge_thinking',
  miss: 'nudge_miss',
  proud: 'nudge_proud',
  goodnight: 'nudge_goodnight',
};

const SECOND = 1_000;

/** Nudges between partners. Nothing of one is stored but its notification, its activity and when it was sent. */
@Injectable()
export class NudgesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, PART_HIDDEN */
  async findState(userId: string): Promise<NudgeState> {
    await this.couples.requireLink(userId, 'gestures');
    const last = await this.findLast(this.database.manager, userId);
    return last ? stateAfter(last) : { sentAt: null, nextAt: null };
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN; RATE_LIMITED with the seconds until the next one is possible */
  async send(userId: string, kind: NudgeKind): Promise<NudgeState> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      // The sender's lock makes two nudges at once wait.
      const { couple, by, partnerId, members } = await this.couples.lockMembers(unit, userId, 'gestures');
      const last = await this.findLast(tx, userId);
      if (last) throw new AppError('RATE_LIMITED', { retryAfter: this.secondsUntilNext(last) });
      const sentAt = this.clock.now();
      await tx.upsert(Nudge, { userId, sentAt }, ['userId']);
      const entity = { type: 'nudge' as const, id: uuid() };
      await this.activities.record(unit, { coupleId: couple.id, members }, { kind: 'nudge', by, entity });
      await this.notifications.addNotification(unit, {
        userId: partnerId,
        kind: NOTICE_KINDS[kind],
        about: by,
        entity,
      });
      return stateAfter(sentAt);
    });
  }

  /** When the person sent a nudge that still forbids the next one; null without one. */
  private async findLast(tx: Tx, userId: string): Promise<Date | null> {
    const row = await tx.findOneBy(Nudge, { userId });
    return row && nextAfter(row.sentAt) > this.clock.now() ? row.sentAt : null;
  }

  private secondsUntilNext(last: Date): number {
    return Math.ceil((nextAfter(last).getTime() - this.clock.now().getTime()) / SECOND);
  }
}

const nextAfter = (sentAt: Date): Date => new Date(sentAt.getTime() + LIMITS.nudgeEvery);

const stateAfter = (sentAt: Date): NudgeState => ({
  sentAt: sentAt.toISOString(),
  nextAt: nextAfter(sentAt).toISOString(),
});
