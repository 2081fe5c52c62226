import {
  type PartnerActivity,
  type StoryReadingView,
  type StoryStage,
  storyChanged,
  storyProgressed,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { type FileChange, recordFileChange } from '../files/entity-files.js';
import { StoriesReader } from './stories-reader.js';
import { ACCESS_EPOCH } from './story.view.js';
import { StoryReading } from './story-reading.entity.js';

/** A reading that this transaction has locked, and its member who acts. */
export interface LockedReading {
  reading: StoryReading;
  unit: UnitOfWork;
  member: Membership;
  now: Date;
}

type LiveKind = Extract<PartnerActivity['kind'], 'story_changed' | 'story_waiting' | 'story_advanced'>;

/** The effect of a call. Columns raise the version; `null` changes nothing and announces nothing. */
export type StoryMutation = {
  columns?: Partial<StoryReading>;
  kind: LiveKind;
  stage?: StoryStage;
  files?: FileChange;
} | null;

/**
 * Every change of a reading: one transaction that locks the couple's row against its end and the reading's row against
 * the other member's call, and announces once.
 */
@Injectable()
export class StoryChanges {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(StoriesReader) private readonly reader: StoriesReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * @param work changes rows beside the reading's own
   * @returns the reading as it then is
   * @throws AppError NO_PARTNER, PART_HIDDEN, STORY_NOT_FOUND, and what `work` throws
   */
  async run(
    userId: string,
    id: string,
    work: (locked: LockedReading) => Promise<StoryMutation>,
  ): Promise<StoryReadingView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembership(tx, userId, 'stories');
      const lock = { mode: 'pessimistic_write' as const };
      const reading = await tx.findOne(StoryReading, { where: { id, coupleId: member.coupleId }, lock });
      if (!reading) throw new AppError('STORY_NOT_FOUND');
      const mutation = await work({ reading, unit, member, now: this.clock.now() });
      if (mutation) await this.save(unit, member, reading, mutation);
      return this.reader.view(tx, reading, member);
    });
  }

  /** Detaches a deleted keepsake. A story that has another, or is gone, stays as it is. */
  async forgetKeepsake(id: string, capsuleId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const lock = { mode: 'pessimistic_write' as const };
      const reading = await unit.tx.findOne(StoryReading, { where: { id, capsuleId }, lock });
      if (!reading) return;
      const { createdBy: userId } = reading;
      await this.save(unit, { userId }, reading, { columns: { capsuleId: null }, kind: 'story_changed' });
    });
  }

  async announce(
    unit: UnitOfWork,
    { userId }: Pick<Membership, 'userId'>,
    { id, coupleId }: StoryReading,
    { kind, stage }: NonNullable<StoryMutation>,
  ): Promise<void> {
    const by = { _id: userId, firstName: await this.couples.firstNameOf(unit.tx, userId) };
    const activity = { kind, by, entity: { type: 'story' as const, id }, at: this.clock.now().toISOString() };
    unit.push(storyChanged, { coupleId, activity });
    if (stage) await unit.record(storyProgressed, coupleId, { coupleId, sessionId: id, step: stage, actorId: userId });
  }

  private async save(
    unit: UnitOfWork,
    member: Pick<Membership, 'userId'>,
    reading: StoryReading,
    mutation: NonNullable<StoryMutation>,
  ): Promise<void> {
    const { columns, files = {} } = mutation;
    if (columns) {
      const changed = { ...columns, version: reading.version + 1, updatedAt: this.clock.now() };
      const { couple: _couple, ...row } = Object.assign(reading, changed);
      await unit.tx.update(StoryReading, { id: reading.id }, row);
    }
    const { id, coupleId } = reading;
    await recordFileChange(unit, { type: 'story', id, coupleId }, ACCESS_EPOCH, files);
    await this.announce(unit, member, reading, mutation);
  }
}
