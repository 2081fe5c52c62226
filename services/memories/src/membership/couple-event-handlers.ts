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
  Clock,
  EventErasure,
  OnEvent,
  Transactions,
  type Tx,
  type UnitOfWork,
  deleteKnownPerson,
  lockForErasure,
  requireUnlinked,
  saveLink,
  saveUnlink,
  updateKnownPerson,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ArrayContains, DataSource, In, IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { CapsuleMark } from '../capsules/capsule-mark.entity.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { CapsuleReminderPlan } from '../capsules/reminder-plan.js';
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
    @Inject(CapsuleReminderPlan) private readonly reminders: CapsuleReminderPlan,
    @Inject(EventErasure) private readonly erasure: EventErasure,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @OnEvent(coupleLinked)
  async linked(event: CoupleLinked): Promise<void> {
    const { coupleId } = event;
    await this.database.transaction(async (tx) => {
      const before = await tx.findOneBy(Couple, { id: coupleId });
      if (!(await saveLink(tx, Couple, event))) return;
      await this.reminders.planAll(tx, coupleId);
      // A known couple with a newer link is a restored one, also where this event has overtaken that of its end.
      if (before && before.version < event.version) await restartWaiting(tx, coupleId, this.clock.now());
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
  async purged(event: CouplePurged): Promise<void> {
    const { manager } = this.database;
    await requireUnlinked(manager, Couple, event);
    const ended = { id: event.coupleId, active: false, version: LessThanOrEqual(event.version) };
    await manager.update(Couple, ended, { purged: true });
  }

  @OnEvent(userProfileChanged)
  async profileChanged(person: PersonSnapshot): Promise<void> {
    await updateKnownPerson(this.database.manager, person);
  }

  /** Erases what the person put into capsules, and the capsules that are empty afterwards. */
  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    const coupleIds = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const ids = await lockForErasure(tx, Couple, userId);
      await tx.delete(Contribution, { authorId: userId });
      await tx.delete(YearDismissal, { userId });
      await tx.delete(AnniversaryDismissal, { userId });
      await tx.delete(CapsuleComment, { userId });
      await tx.delete(CapsuleReactionRow, { userId });
      await tx.delete(CapsuleMark, { userId });
      for (const id of ids) {
        await deleteWordsKeptByPartner(unit, id, userId);
        const own = await tx.findBy(Capsule, { coupleId: id, createdBy: userId });
        const kept = new Set((await tx.findBy(Contribution, { coupleId: id })).map(({ capsuleId }) => capsuleId));
        const empty = own.filter((capsule) => !kept.has(capsule.id)).map((capsule) => capsule.id);
        if (empty.length > 0) await tx.delete(Capsule, { id: In(empty) });
      }
      await deleteKnownPerson(tx, userId);
      return ids;
    });
    await this.erasure.erase([userId, ...coupleIds]);
  }
}

/** A confirmation suffices alone after a week in which the other could press, so the week begins anew with the restored couple. */
async function restartWaiting(tx: Tx, coupleId: string, now: Date): Promise<void> {
  const changed = { updatedAt: now, version: () => 'version + 1' };
  const sealing = { coupleId, status: 'collecting' as const, sealConfirmedAt: Not(IsNull()) };
  await tx.update(Capsule, sealing, { ...changed, sealConfirmedAt: now });
  const opening = { coupleId, status: 'ready' as const, openConfirmedAt: Not(IsNull()) };
  await tx.update(Capsule, opening, { ...changed, openConfirmedAt: now });
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
