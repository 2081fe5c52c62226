import {
  type CoupleLinked,
  type CouplePurged,
  type CoupleTimezoneChanged,
  type CoupleUnlinked,
  type PersonSnapshot,
  coupleLinked,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
  filesChanged,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import {
  EventErasure,
  KnownPerson,
  OnEvent,
  Transactions,
  type Tx,
  type UnitOfWork,
  deleteKnownPerson,
  lockAccounts,
  saveKnownPerson,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ArrayContains, DataSource, In, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { CapsuleMark } from '../capsules/capsule-mark.entity.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { ReminderPlan } from '../capsules/reminder-plan.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { fileIdsOf, ownerOf } from '../capsules/contribution-files.js';
import { CapsuleComment, CapsuleReactionRow } from '../capsules/response.entity.js';
import { Couple } from '../couples/couple.entity.js';
import { CouplesService } from '../couples/couples.service.js';
import { AnniversaryDismissal, YearDismissal } from '../years/year-dismissal.entity.js';

/** Capsules follow the couples and accounts of the other services. An older event changes nothing, nor does a repeated one. */
@Injectable()
export class CoupleEventHandlers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ReminderPlan) private readonly reminders: ReminderPlan,
    @Inject(EventErasure) private readonly erasure: EventErasure,
  ) {}

  @OnEvent(coupleLinked)
  async linked(event: CoupleLinked): Promise<void> {
    const { coupleId, members, version, linkedAt, timezone, timezoneVersion = 0 } = event;
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

  /** Openings and their reminders are instants and stay; the days of what is kept from now on are of the new zone. */
  @OnEvent(coupleTimezoneChanged)
  async timezoneChanged({ coupleId: id, timezone, version }: CoupleTimezoneChanged): Promise<void> {
    const { manager } = this.database;
    const older = { id, timezoneVersion: LessThan(version) };
    const { affected } = await manager.update(Couple, older, { timezone, timezoneVersion: version });
    if (affected === 0 && !(await manager.existsBy(Couple, { id })))
      throw new Error('the time zone of a couple arrived before its link');
  }

  /** The couple can no longer come back. Media deletes it as soon as each member's own part is stored. */
  @OnEvent(couplePurged)
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    const couple = await this.database.manager.findOneBy(Couple, { id: coupleId });
    if (!couple || couple.version > version) return;
    if (couple.active) throw new Error('the purge of a couple arrived before its unlink');
    await this.database.manager.update(
      Couple,
      { id: coupleId, active: false, version: LessThanOrEqual(version) },
      { purged: true },
    );
  }

  /** Updates an existing row alone, so it cannot restore a deleted person. */
  @OnEvent(userProfileChanged)
  async profileChanged(person: PersonSnapshot): Promise<void> {
    const { _id: id, firstName, version } = person;
    await this.database.manager.update(KnownPerson, { id, version: LessThan(version) }, { firstName, version });
  }

  /** Erases what the person put into capsules, and the capsules that are empty afterwards. */
  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    const coupleIds = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      await lockAccounts(tx, [userId]);
      const couples = await lockCouplesOf(tx, userId);
      await tx.delete(Contribution, { authorId: userId });
      await tx.delete(YearDismissal, { userId });
      await tx.delete(AnniversaryDismissal, { userId });
      await tx.delete(CapsuleComment, { userId });
      await tx.delete(CapsuleReactionRow, { userId });
      await tx.delete(CapsuleMark, { userId });
      for (const { id } of couples) {
        await deleteWordsKeptByPartner(unit, id, userId);
        const own = await tx.findBy(Capsule, { coupleId: id, createdBy: userId });
        const kept = new Set((await tx.findBy(Contribution, { coupleId: id })).map(({ capsuleId }) => capsuleId));
        const empty = own.filter((capsule) => !kept.has(capsule.id)).map((capsule) => capsule.id);
        if (empty.length > 0) await tx.delete(Capsule, { id: In(empty) });
      }
      await deleteKnownPerson(tx, userId);
      return couples.map(({ id }) => id);
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

/** Deletes words of the person that the partner kept. Their files are the partner's, so media does not erase them by itself. */
async function deleteWordsKeptByPartner(unit: UnitOfWork, coupleId: string, userId: string): Promise<void> {
  const { tx } = unit;
  const rows = await tx.find(Contribution, {
    where: { coupleId, keptBy: ArrayContains([userId]) },
    relations: { capsule: true },
  });
  for (const { id: contributionId, capsule } of rows) {
    const removed = await fileIdsOf(tx, { contributionId });
    if (!capsule || removed.length === 0) continue;
    const { accessEpoch } = capsule;
    await unit.record(filesChanged, coupleId, { owner: ownerOf(capsule), accessEpoch, added: [], removed });
  }
  await tx.delete(Contribution, { id: In(rows.map(({ id }) => id)) });
}

/** Inserts or updates unless a newer version is stored. The zone has a version of its own: a late link does not bring back an older one. */
async function saveCouple(tx: Tx, couple: Omit<Couple, 'purged'>): Promise<void> {
  const { timezone, timezoneVersion, ...link } = couple;
  const { id, version } = link;
  const { affected } = await tx.update(Couple, { id, version: LessThan(version) }, link);
  if (affected === 0) await tx.createQueryBuilder().insert().into(Couple).values(couple).orIgnore().execute();
  // Pairing's build before changed zones without counting, so a newer link also replaces a zone of the same version.
  const older = affected === 0 ? LessThan(timezoneVersion) : LessThanOrEqual(timezoneVersion);
  await tx.update(Couple, { id, timezoneVersion: older }, { timezone, timezoneVersion });
}
