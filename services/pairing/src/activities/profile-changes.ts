import { type PersonFact, userProfileChanged, wholePerson } from '@duet/contracts';
import { OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type Change, Changes } from '../changes/changes.js';
import { CouplesService } from '../couples/couples.service.js';
import { DailyPlan } from '../daily-questions/daily-plan.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { ActivityLog, type Audience } from './activity-log.js';

/** What a partner sees of somebody, and whether it is new. Bio and settings are not among it. */
const SEEN: Record<string, (before: Person, now: PersonFact) => boolean> = {
  name: (before, now) => before.firstName !== now.firstName || before.lastName !== now.lastName,
  username: (before, now) => before.username !== now.username,
  email: (before, now) => before.email !== now.email,
};

/** Takes over what changed about a person, and lets the partner know in the same transaction. */
@Injectable()
export class ProfileChanges {
  constructor(
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ActivityLog) private readonly log: ActivityLog,
    @Inject(DailyPlan) private readonly dailyPlan: DailyPlan,
  ) {}

  @OnFact(userProfileChanged)
  async changed(fact: PersonFact): Promise<void> {
    await this.changes.commit(async (change) => {
      const before = await this.people.remember(change.tx, fact);
      if (before) await this.record(change, before, fact);
    });
    this.people.announce(fact._id);
  }

  /** The person's row was written just now and is ours until the commit: nobody links or unlinks them meanwhile. */
  private async record(change: Change, before: Person, now: PersonFact): Promise<void> {
    const link = await this.couples.current(now._id, change.tx);
    if (!link) return;
    if (before.dailyQuestionTime !== wholePerson(now).dailyQuestionTime) await this.dailyPlan.renew(change.tx, link.couple.id);
    const by = { id: now._id, firstName: now.firstName };
    const couple: Audience = { coupleId: link.couple.id, members: [by.id, link.partnerId] };
    if (before.avatar !== now.avatar) await this.log.record(change, couple, { kind: 'avatar_changed', by });
    const changed = Object.keys(SEEN).filter((what) => SEEN[what]?.(before, now));
    if (changed.length > 0) await this.log.record(change, couple, { kind: 'profile_updated', by, changed });
  }
}
