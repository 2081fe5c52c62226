import {
  type CoupleLinked,
  type CouplePurged,
  type CoupleTimezoneChanged,
  type CoupleUnlinked,
  type EventEnvelope,
  type HiddenParts,
  type PersonSnapshot,
  coupleLinked,
  couplePartsChanged,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
  partsApplied,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import {
  EventErasure,
  OnEvent,
  Transactions,
  type Tx,
  deleteKnownPerson,
  lockForErasure,
  requireUnlinked,
  saveLink,
  saveUnlink,
  updateKnownPerson,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { Challenge } from '../challenges/challenge.entity.js';
import { DueReminderPlan } from '../challenges/due-reminder-plan.js';
import { loadAll } from '../challenges/progress.js';
import { Reflection } from '../challenges/reflection.entity.js';
import { StepPart } from '../challenges/step-part.entity.js';
import { Couple } from '../couples/couple.entity.js';
import { CouplesService } from '../couples/couples.service.js';
import { eraseGoalsOf } from '../goals/goal-erasure.js';
import { eraseListsOf } from '../lists/list-erasure.js';
import { eraseStoriesOf } from '../stories/story-erasure.js';
import { Template } from '../templates/template.entity.js';
import { eraseWishesOf } from '../wishes/wish-erasure.js';

/** Challenges follow the couples and accounts of the other services. An older event changes nothing, nor does a repeated one. */
@Injectable()
export class CoupleEventHandlers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DueReminderPlan) private readonly reminders: DueReminderPlan,
    @Inject(EventErasure) private readonly erasure: EventErasure,
  ) {}

  @OnEvent(coupleLinked)
  async linked(event: CoupleLinked): Promise<void> {
    const { coupleId, hidden } = event;
    await this.database.transaction(async (tx) => {
      const isActive = await saveLink(tx, Couple, event);
      if (hidden) await saveParts(tx, coupleId, hidden);
      if (isActive) await this.reminders.planAll(tx, coupleId);
    });
    this.couples.announceVersion(coupleId);
  }

  @OnEvent(coupleUnlinked)
  async unlinked(event: CoupleUnlinked): Promise<void> {
    const { coupleId } = event;
    await this.database.transaction(async (tx) => {
      if (await saveUnlink(tx, Couple, event)) await this.reminders.withdrawAll(tx, coupleId);
    });
    this.couples.announceVersion(coupleId);
  }

  /** Pairing has applied the parts already, so what both read after the live update is true. */
  @OnEvent(couplePartsChanged)
  async partsChanged(
    { coupleId, hidden }: { coupleId: string; hidden: HiddenParts },
    { at }: EventEnvelope,
  ): Promise<void> {
    await this.transactions.run(async (unit) => {
      const couple = await unit.tx.findOneBy(Couple, { id: coupleId });
      if (!couple) throw new Error('the parts of a couple arrived before its link');
      if (await saveParts(unit.tx, coupleId, hidden))
        unit.push(partsApplied, { coupleId, members: [couple.memberA, couple.memberB], at });
    });
  }

  /** Instants that the two agreed on stay, and the running day ends in the former zone; the next days are of the new one. */
  @OnEvent(coupleTimezoneChanged)
  async timezoneChanged({ coupleId: id, timezone, version, running }: CoupleTimezoneChanged): Promise<void> {
    await this.database.transaction(async (tx) => {
      const couple = await tx.findOne(Couple, { where: { id }, lock: { mode: 'for_no_key_update' } });
      if (!couple) throw new Error('the time zone of a couple arrived before its link');
      if (couple.timezoneVersion >= version) return;
      await tx.update(
        Couple,
        { id },
        {
          timezone,
          timezoneVersion: version,
          runningDay: running?.day ?? null,
          runningUntil: running ? new Date(running.until) : null,
        },
      );
      if (couple.active) await this.reminders.planAll(tx, id, couple.timezone);
    });
  }

  /** The couple can no longer come back: what it shared is deleted. */
  @OnEvent(couplePurged)
  async purged(event: CouplePurged): Promise<void> {
    const { manager } = this.database;
    await requireUnlinked(manager, Couple, event);
    await manager.delete(Couple, { id: event.coupleId, active: false, version: LessThanOrEqual(event.version) });
  }

  @OnEvent(userProfileChanged)
  async profileChanged(person: PersonSnapshot): Promise<void> {
    await updateKnownPerson(this.database.manager, person);
  }

  /** Erases what the person wrote into challenges, and the challenges that contained nothing else. */
  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    const coupleIds = await this.database.transaction(async (tx) => {
      const ids = await lockForErasure(tx, Couple, userId);
      await tx.delete(StepPart, { userId });
      await tx.delete(Reflection, { userId });
      await tx.delete(Template, { createdBy: userId });
      const coupleId = In(ids);
      const own = await loadAll(tx, await tx.findBy(Challenge, { coupleId, proposedBy: userId }));
      const empty = own
        .filter(({ steps, reflections }) => reflections.length === 0 && steps.every(({ parts }) => parts.length === 0))
        .map(({ challenge }) => challenge.id);
      if (empty.length > 0) await tx.delete(Challenge, { id: In(empty) });
      // The note is of the one who answered.
      await tx.update(Challenge, { coupleId, proposedBy: Not(userId) }, { note: null });
      await eraseGoalsOf(tx, userId, ids);
      await eraseListsOf(tx, userId, ids);
      await eraseStoriesOf(tx, userId, ids);
      await eraseWishesOf(tx, userId, ids);
      await deleteKnownPerson(tx, userId);
      return ids;
    });
    await this.erasure.erase([userId, ...coupleIds]);
  }
}

/** @returns whether these are newer than the stored ones */
async function saveParts(
  tx: Tx,
  id: string,
  { parts: hiddenParts, version: hiddenVersion }: HiddenParts,
): Promise<boolean> {
  const older = { id, hiddenVersion: LessThan(hiddenVersion) };
  const { affected } = await tx.update(Couple, older, { hiddenParts, hiddenVersion });
  return affected !== 0;
}
