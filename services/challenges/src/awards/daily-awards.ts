import { type DailyRevealed, dailyRevealed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { AwardsService } from './awards.service.js';

/** Points for daily questions that both have answered, once a day. A repeated event changes nothing. */
@Injectable()
export class DailyAwards {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AwardsService) private readonly awards: AwardsService,
  ) {}

  /** Of a couple that is purged or unknown there is nothing to give. */
  @OnEvent(dailyRevealed)
  async revealed({ coupleId, day }: DailyRevealed): Promise<void> {
    await this.database.transaction(async (tx) => {
      const couple = await tx.findOne(Couple, { where: { id: coupleId }, lock: { mode: 'pessimistic_read' } });
      if (couple) await this.awards.dailyRevealed(tx, coupleId, day);
    });
  }
}
