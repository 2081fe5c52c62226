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
  KnownPerson,
  OnEvent,
  Transactions,
  type Tx,
  deleteKnownPerson,
  lockAccounts,
  saveKnownPerson,
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
    const { coupleId, members, version, linkedAt, timezone, timezoneVersion = 0, hidden } = event;
    const [a, b] = members;
    await this.database.transaction(async (tx) => {
      await lockAccounts(tx, [a._id, b._id]);
      await saveCouple(tx, {
        id: coupleId,
        memberA: a._id,
        memberB: b._id,
        active: true,
        version,
        timezone,
        timezoneVersion,
        linkedAt: new Date(linkedAt),
      });
      if (hidden) await saveParts(tx, coupleId, hidden);
      for (const person of members) await saveKnownPerson(tx, person);
      // A link that has ended since may be repeated after its members have linked with others.
      if (!(await tx.existsBy(Couple, { id: coupleId, version, active: true }))) return;
      // A person has one partner at most: this link ends an earlier couple whose end has not arrived yet.
      const ids = [a._id, b._id];
      const earlier = { id: Not(coupleId), active: true, linkedAt: LessThan(new Date(linkedAt)) };
      for (const where of [{ memberA: In(ids) }, { memberB: In(ids) }])
        await tx.update(Couple, { ...where, ...earlier }, { active: false });
      await this.reminders.planAll(tx, coupleId);
    });
    this.couples.announceVersion(coupleId);
  }

  /** An unlink that overtakes its link leaves an inactive couple, which the older link does not change. */
  @OnEvent(coupleUnlinked)
  async unlinked({ coupleId, members, version, endedAt }: CoupleUnlinked): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = { id: coupleId, active: false, version };
      const { affected } = await tx.update(Couple, { id: coupleId, version: LessThan(version) }, ended);
      const [memberA, memberB] = members;
      const row = { ...ended, memberA, memberB, linkedAt: new Date(endedAt), timezone: 'UTC' };
      if (affected === 0) await tx.createQueryBuilder().insert().into(Couple).values(row).orIgnore().execute();
      if (affected !== 0) await this.reminders.withdrawAll(tx, coupleId);
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
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    const couple = await this.database.manager.findOneBy(Couple, { id: coupleId });
    if (!couple || couple.version > version) return;
    if (couple.active) throw new Error('the purge of a couple arrived before its unlink');
    await this.database.manager.delete(Couple, { id: coupleId, active: false, version: LessThanOrEqual(version) });
  }

  /** Updates an existing row alone, so it cannot restore a deleted person. */
  @OnEvent(userProfileChanged)
  async profileChanged(person: PersonSnapshot): Promise<void> {
    const { _id: id, firstName, version } = person;
    await this.database.manager.update(KnownPerson, { id, version: LessThan(version) }, { firstName, version });
  }

  /** Erases what the person wrote into challenges, and the challenges that contained nothing else. */
  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    const coupleIds = await this.database.transaction(async (tx) => {
      await lockAccounts(tx, [userId]);
      const ids = (await lockCouplesOf(tx, userId)).map(({ id }) => id);
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

/**
 * Locks the person's couples: writes in flight end before anything is erased, and later ones find the tombstone.
 * The order of the ids keeps the deletions of two members from forming a cycle.
 */
function lockCouplesOf(tx: Tx, userId: string): Promise<Couple[]> {
  return tx.find(Couple, {
    where: [{ memberA: userId }, { memberB: userId }],
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
}

/** Inserts or updates unless a newer version is stored. The zone has a version of its own: a late link does not bring back an older one. */
async function saveCouple(
  tx: Tx,
  couple: Omit<Couple, 'hiddenParts' | 'hiddenVersion' | 'runningDay' | 'runningUntil'>,
): Promise<void> {
  const { timezone, timezoneVersion, ...link } = couple;
  const { id, version } = link;
  const { affected } = await tx.update(Couple, { id, version: LessThan(version) }, link);
  if (affected === 0) await tx.createQueryBuilder().insert().into(Couple).values(couple).orIgnore().execute();
  // Pairing's build before changed zones without counting, so a newer link also replaces a zone of the same version.
  const older = affected === 0 ? LessThan(timezoneVersion) : LessThanOrEqual(timezoneVersion);
  await tx.update(Couple, { id, timezoneVersion: older }, { timezone, timezoneVersion });
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
