import { type DailyRevealed, type EventEnvelope, dailyRevealed } from '@duet/contracts';
import { Clock, DAY, OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { AwardsService } from './awards.service.js';

/**
 * The stream stores a link for this time, so afterwards no link follows, and a purge comes later still. Before, the event is
 * retried like any other, and becomes a dead letter if the links are late by more than the retries take.
 */
const LINK_MAY_FOLLOW = 7 * DAY;

/** Points for daily questions that both have answered, once a day. A repeated event changes nothing. */
@Injectable()
export class DailyAwards {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AwardsService) private readonly awards: AwardsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Each event has a feed of its own, so after an outage the reveal may overtake the link. */
  @OnEvent(dailyRevealed)
  async revealed({ coupleId, day }: DailyRevealed, { at }: Pick<EventEnvelope, 'at'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const couple = await tx.findOne(Couple, { where: { id: coupleId }, lock: { mode: 'pessimistic_read' } });
      if (couple) return this.awards.dailyRevealed(tx, coupleId, day);
      const age = this.clock.now().getTime() - Date.parse(at);
      if (age < LINK_MAY_FOLLOW)
        throw new Error('the reveal of a daily question arrived before the link of its couple');
    });
  }
}
