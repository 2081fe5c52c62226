import type { PersonSnapshot } from '@duet/contracts';
import type { UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type CoupleChange, CoupleChanges } from '../couples/couple-changes.js';
import { CouplesService } from '../couples/couples.service.js';
import { type PersonChange, PersonChanges } from '../people/person-changes.js';
import type { Person } from '../people/person.entity.js';
import { type ActivityAudience, ActivityLog } from './activity-log.js';

/** The profile fields that a partner sees, and how each one differs. Bio and settings are not among them. */
const VISIBLE_FIELDS: Record<string, (before: Person, now: PersonSnapshot) => boolean> = {
  name: (before, now) => before.firstName !== now.firstName || before.lastName !== now.lastName,
  username: (before, now) => before.username !== now.username,
  email: (before, now) => before.email !== now.email,
};

/** Records what happens to couples and to their members' profiles, in the transaction of the change. */
@Injectable()
export class ActivityRecorder {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ActivityLog) private readonly log: ActivityLog,
    @Inject(CoupleChanges) coupleChanges: CoupleChanges,
    @Inject(PersonChanges) personChanges: PersonChanges,
  ) {
    coupleChanges.subscribe((unit, change) => this.recordCoupleChange(unit, change));
    personChanges.subscribe((unit, change) => this.recordProfileChange(unit, change));
  }

  private async recordCoupleChange(unit: UnitOfWork, { kind, couple, members, by }: CoupleChange): Promise<void> {
    // The partner learns of an unlink from a notification and an event.
    if (kind === 'unlinked') await this.log.store(unit.tx, couple.id, { kind });
    else await this.log.record(unit, { coupleId: couple.id, members }, { kind, ...(by && { by }) });
  }

  private async recordProfileChange(unit: UnitOfWork, { before, now }: PersonChange): Promise<void> {
    const link = await this.couples.findLink(now._id, unit.tx);
    if (!link) return;
    const by = { id: now._id, firstName: now.firstName };
    const couple: ActivityAudience = { coupleId: link.couple.id, members: [by.id, link.partnerId] };
    if (before.avatar !== now.avatar) await this.log.record(unit, couple, { kind: 'avatar_changed', by });
    const changed = Object.keys(VISIBLE_FIELDS).filter((field) => VISIBLE_FIELDS[field]?.(before, now));
    if (changed.length > 0) await this.log.record(unit, couple, { kind: 'profile_updated', by, changed });
  }
}
