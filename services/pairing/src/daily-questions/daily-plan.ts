import { wholePerson } from '@duet/contracts';
import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type CoupleChange, CoupleChanges } from '../couples/couple-changes.js';
import { CouplesService } from '../couples/couples.service.js';
import { type PersonChange, PersonChanges } from '../people/person-changes.js';
import { DailyCouple } from './daily-couple.entity.js';
import { DailyDays } from './daily-days.js';

/** Plans when to check next whether a couple needs a reminder of its daily question, and pauses the days that it was apart. */
@Injectable()
export class DailyPlan {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CoupleChanges) coupleChanges: CoupleChanges,
    @Inject(PersonChanges) personChanges: PersonChanges,
  ) {
    coupleChanges.subscribe(({ tx }, change) => this.applyCoupleChange(tx, change));
    personChanges.subscribe(({ tx }, change) => this.applyPersonChange(tx, change));
  }

  /** Makes the couple due at once, because the stored plan may be outdated. */
  async makeDue(tx: Tx, coupleId: string): Promise<void> {
    await tx.upsert(DailyCouple, { coupleId, lookAt: this.clock.now() }, ['coupleId']);
  }

  private async applyCoupleChange(tx: Tx, { kind, couple, endedAt }: CoupleChange): Promise<void> {
    if (kind === 'linked' || kind === 'timezone_changed') await this.makeDue(tx, couple.id);
    if (endedAt) await this.days.pauseSince(tx, couple, endedAt);
  }

  private async applyPersonChange(tx: Tx, { before, now }: PersonChange): Promise<void> {
    if (before.dailyQuestionTime === wholePerson(now).dailyQuestionTime) return;
    const link = await this.couples.findLink(now._id, tx);
    if (link) await this.makeDue(tx, link.couple.id);
  }
}
