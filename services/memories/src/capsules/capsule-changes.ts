import {
  type CapsuleAction,
  type CapsuleChange,
  type CapsuleCounts,
  type CapsuleStage,
  capsuleCompleted,
  capsuleProgressed,
  capsuleUpdated,
  filesChanged,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { fileIdsOf, ownerOf } from './contribution-files.js';
import { ContributionFile } from './contribution-file.entity.js';
import { NO_CONTRIBUTIONS, countContributions } from './contributions-reader.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { Capsule } from './capsule.entity.js';
import { Contribution } from './contribution.entity.js';
import { CapsuleReminderPlan } from './reminder-plan.js';
import { type CapsuleSituation, requireCapsuleAction } from './capsule-states.js';

/** The changes that are also stages of the notification list. */
const STAGES: Partial<Record<CapsuleChange, CapsuleStage>> = {
  created: 'created',
  sealed: 'sealed',
  ready: 'ready',
  date_proposed: 'date_proposed',
};

/** A capsule that this transaction has locked, and its member who acts. */
export interface LockedCapsule {
  unit: UnitOfWork;
  capsule: Capsule;
  member: Membership;
  counts: CapsuleCounts;
  now: Date;
  /** @throws AppError as `requireCapsuleAction` does */
  permit: (action: CapsuleAction) => void;
}

/** The change of the capsule's own row by a mutation. `null` changes nothing and announces nothing. */
export interface CapsuleMutation<Answer = unknown> {
  change: {
    columns?: Partial<Capsule>;
    action: CapsuleChange;
    completes?: boolean;
    /** Ids of files that contributions now refer to, or no longer. */
    files?: { added?: string[]; removed?: string[] };
    /** One of the two may no longer load some of the files. Sealing, deleting and removed files mean this by themselves. */
    hidesFiles?: boolean;
  } | null;
  /** Read after the change, before the commit. */
  answer: (unit: UnitOfWork, capsule: Capsule) => Promise<Answer>;
}

/**
 * Every change of a capsule: one transaction that locks the couple's row against its end and the capsule's row against the
 * other member's call, raises the version once and announces once.
 */
@Injectable()
export class CapsuleChanges {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleReminderPlan) private readonly reminders: CapsuleReminderPlan,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, and what `work` throws */
  async run<Answer>(
    userId: string,
    capsuleId: string,
    work: (locked: LockedCapsule) => Promise<CapsuleMutation<Answer>>,
  ): Promise<Answer> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembership(tx, userId);
      const capsule = await tx.findOne(Capsule, {
        where: { id: capsuleId, coupleId: member.coupleId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!capsule) throw new AppError('CAPSULE_NOT_FOUND');
      const now = this.clock.now();
      await this.ripen(unit, capsule, now);
      const counts = await this.countsOf(unit, capsule.id);
      const situation: CapsuleSituation = { capsule, viewerId: userId, now, total: counts.total };
      const permit = (action: CapsuleAction): void => requireCapsuleAction(action, situation);
      const { answer, change } = await work({ unit, capsule, member, counts, now, permit });
      if (change) await this.save(unit, capsule, member, change);
      return answer(unit, capsule);
    });
  }

  /** Time makes a sealed capsule ready. The caller has locked the row. */
  async ripen(unit: UnitOfWork, capsule: Capsule, now: Date): Promise<void> {
    const isDue = capsule.status === 'sealed' && capsule.unlockAt !== null && capsule.unlockAt <= now;
    if (!isDue || capsule.deletedAt !== null) return;
    await this.apply(unit, capsule, {
      status: 'ready',
      readyAt: capsule.unlockAt,
      proposedAt: null,
      proposedBy: null,
      proposedUnlockAt: null,
    });
    await this.announce(unit, capsule, 'ready', null);
  }

  /** Makes the capsule ready if it still is due: two replicas make one transition and one announcement. */
  async ripenIfDue(id: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const capsule = await unit.tx.findOne(Capsule, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (capsule) await this.ripen(unit, capsule, this.clock.now());
    });
  }

  /** Announces a voice note that became playable. A file that was removed meanwhile changes nothing. */
  async fileProcessed(capsuleId: string, fileId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const capsule = await unit.tx.findOne(Capsule, { where: { id: capsuleId }, lock: { mode: 'pessimistic_write' } });
      if (!capsule || !(await unit.tx.existsBy(ContributionFile, { id: fileId, capsuleId }))) return;
      await this.apply(unit, capsule, {});
      await this.announce(unit, capsule, 'contribution_changed', null);
    });
  }

  /** Announces a capsule that was just inserted. @param files ids of files that its contributions refer to */
  async announceNew(unit: UnitOfWork, capsule: Capsule, userId: string, files: string[] = []): Promise<void> {
    const { coupleId, accessEpoch } = capsule;
    if (files.length > 0)
      await unit.record(filesChanged, coupleId, { owner: ownerOf(capsule), accessEpoch, added: files, removed: [] });
    await this.announce(unit, capsule, 'created', userId);
  }

  /** Removes contributions whose source is gone, in a capsule of any state. The event names no actor. */
  async removeContributions(capsuleId: string, ids: readonly string[]): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const capsule = await tx.findOne(Capsule, { where: { id: capsuleId }, lock: { mode: 'pessimistic_write' } });
      const removed = await fileIdsOf(tx, { contributionId: In([...ids]), capsuleId });
      const { affected } = await tx.delete(Contribution, { id: In([...ids]), capsuleId });
      if (!capsule || !affected) return;
      const change = { action: 'contribution_removed' as const, files: { removed } };
      await this.apply(unit, capsule, { accessEpoch: await this.nextEpoch(unit, capsule, change) });
      await this.announce(unit, capsule, 'contribution_removed', null);
    });
  }

  private async save(
    unit: UnitOfWork,
    capsule: Capsule,
    { userId }: Membership,
    change: NonNullable<CapsuleMutation['change']>,
  ): Promise<void> {
    const { columns = {}, action, completes } = change;
    await this.apply(unit, capsule, { ...columns, accessEpoch: await this.nextEpoch(unit, capsule, change) });
    if (!completes) return this.announce(unit, capsule, action, userId);
    const { coupleId, id: capsuleId, kind, title, completedAt, version } = capsule;
    await unit.record(capsuleProgressed, coupleId, { coupleId, capsuleId, kind, step: 'completed', actorId: userId });
    const at = (completedAt ?? this.clock.now()).toISOString();
    unit.push(capsuleCompleted, { coupleId, completed: { capsuleId, title, completedAt: at, version } });
  }

  /** Publishes to media the files in use and the epoch that ends earlier links. @returns the epoch after the change */
  private async nextEpoch(
    unit: UnitOfWork,
    capsule: Capsule,
    { columns = {}, files: { added = [], removed = [] } = {}, hidesFiles }: NonNullable<CapsuleMutation['change']>,
  ): Promise<number> {
    const closes = hidesFiles === true || columns.status === 'sealed' || columns.deletedAt instanceof Date;
    const shrinks =
      removed.length > 0 || (closes && (await unit.tx.existsBy(ContributionFile, { capsuleId: capsule.id })));
    const accessEpoch = capsule.accessEpoch + (shrinks ? 1 : 0);
    if (shrinks || added.length > 0)
      await unit.record(filesChanged, capsule.coupleId, { owner: ownerOf(capsule), accessEpoch, added, removed });
    return accessEpoch;
  }

  private async apply({ tx }: UnitOfWork, capsule: Capsule, columns: Partial<Capsule>): Promise<void> {
    const changed = { ...columns, version: capsule.version + 1, updatedAt: this.clock.now() };
    await tx.update(Capsule, { id: capsule.id }, changed);
    Object.assign(capsule, changed);
    if ('status' in columns || 'unlockAt' in columns || 'deletedAt' in columns) await this.reminders.plan(tx, capsule);
  }

  private async announce(
    unit: UnitOfWork,
    { id: capsuleId, coupleId, kind, status, version }: Capsule,
    action: CapsuleChange,
    userId: string | null,
  ): Promise<void> {
    const counts = await this.countsOf(unit, capsuleId);
    const by =
      userId === null ? {} : { by: { _id: userId, firstName: await this.couples.firstNameOf(unit.tx, userId) } };
    unit.push(capsuleUpdated, { coupleId, update: { capsuleId, action, ...by, status, counts, version } });
    const stage = STAGES[action];
    if (stage)
      await unit.record(capsuleProgressed, coupleId, { coupleId, capsuleId, kind, step: stage, actorId: userId });
  }

  private async countsOf({ tx }: UnitOfWork, capsuleId: string): Promise<CapsuleCounts> {
    return (await countContributions(tx, [capsuleId])).get(capsuleId) ?? NO_CONTRIBUTIONS;
  }
}
