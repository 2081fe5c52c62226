import { type CoupleLinked, type CoupleUnlinked, LIMITS, type Unlinked, coupleLinked, couplePurged, coupleUnlinked } from '@duet/contracts';
import { AppError, type Tx, violates } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, Raw } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { ActivityLog } from '../activities/activity-log.js';
import { type Change, Changes } from '../changes/changes.js';
import { DailyPlan } from '../daily-questions/daily-plan.js';
import { ReminderPlan } from '../dates/reminder-plan.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { personFact } from '../people/person.view.js';
import { Couple, CoupleMember, ONE_PARTNER } from './couple.entity.js';
import { type CoupleCore, coupleRecord } from './couple.view.js';

/** Somebody's couple and who the other one is. */
export interface Link {
  couple: Couple;
  partnerId: string;
}

/** Somebody who changes something of their couple, which nobody else changes or ends meanwhile. */
export interface Acting extends Link {
  by: Person;
  members: [string, string];
}

/** How long an ended couple can come back. */
const REVIVABLE = `interval '${LIMITS.exportDaysAfterUnlink} days'`;

const PURGE_BATCH = 100;

/** Who belongs together, since when and until when. */
@Injectable()
export class CouplesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(ReminderPlan) private readonly reminders: ReminderPlan,
    @Inject(DailyPlan) private readonly dailyPlan: DailyPlan,
  ) {}

  /** The person's active couple, or null. */
  async current(userId: string, tx: Tx = this.database.manager): Promise<Link | null> {
    const [mine] = await tx.find(CoupleMember, { where: { userId, active: true }, relations: { couple: { members: true } } });
    const partner = mine?.couple.members.find((member) => member.userId !== userId);
    return mine && partner ? { couple: mine.couple, partnerId: partner.userId } : null;
  }

  /** @throws AppError NO_PARTNER */
  async require(userId: string): Promise<Link> {
    const link = await this.current(userId);
    if (!link) throw new AppError('NO_PARTNER');
    return link;
  }

  /** @throws AppError SELF_ALREADY_LINKED, ALREADY_LINKED */
  async requireFree(tx: Tx, meId: string, otherId?: string): Promise<void> {
    const ids = otherId === undefined ? [meId] : [meId, otherId];
    const taken = await tx.findBy(CoupleMember, { userId: In(ids), active: true });
    if (taken.some((member) => member.userId === meId)) throw new AppError('SELF_ALREADY_LINKED');
    if (taken.length > 0) throw new AppError('ALREADY_LINKED');
  }

  /**
   * Makes a couple of two people whom the change holds. Two who ended less than 30 days ago get their old couple
   * back, with everything that hangs on its id and with its time zone; `timezone` is a new couple's.
   * @throws AppError SELF_ALREADY_LINKED, ALREADY_LINKED
   */
  async link(change: Change, me: Person, other: Person, timezone: string): Promise<Couple> {
    const { tx } = change;
    await this.requireFree(tx, me.id, other.id);
    const couple = await this.activate(tx, [me.id, other.id], timezone).catch((cause: unknown) => {
      // Locks are manners; this constraint is the law.
      throw violates(cause, ONE_PARTNER) ? new AppError('ALREADY_LINKED', { cause }) : cause;
    });
    const fact: CoupleLinked = {
      coupleId: couple.id,
      members: [personFact(me), personFact(other)],
      linkedAt: couple.linkedAt.toISOString(),
      timezone: couple.timezone,
      version: couple.version,
    };
    await change.record(coupleLinked, couple.id, fact);
    await this.activities.record(change, { coupleId: couple.id, members: [me.id, other.id] }, { kind: 'linked' });
    return couple;
  }

  /**
   * The couple's days are another place's, from the next one on. The day count needs no waiting for that: its days
   * begin at the hour of the link, which is one moment in every zone, so the day that has begun goes on and it is the
   * next one that begins by the new clock. Only summer time on one side can move that moment, by its one hour.
   * @throws AppError NO_PARTNER
   */
  async moveTo(userId: string, timezone: string): Promise<Couple> {
    return this.changes.commit(async (change) => {
      const { couple, by, members } = await this.act(change, userId);
      if (couple.timezone === timezone) return couple;
      const moved = { ...couple, timezone };
      await change.tx.update(Couple, { id: couple.id }, { timezone });
      await this.reminders.renew(change.tx, moved);
      await this.dailyPlan.renew(change.tx, couple.id);
      await this.activities.record(change, { coupleId: couple.id, members }, { kind: 'timezone_changed', by });
      return moved;
    });
  }

  /**
   * Holds the person and the row of their couple, in this order, until the change ends.
   * @throws AppError NO_PARTNER
   */
  async act({ tx }: Change, userId: string): Promise<Acting> {
    // Whoever is held is neither linked nor unlinked meanwhile.
    const by = (await this.people.hold(tx, [userId])).get(userId);
    const link = await this.current(userId, tx);
    if (!by || !link) throw new AppError('NO_PARTNER');
    const couple = await tx.findOneOrFail(Couple, { where: { id: link.couple.id }, lock: { mode: 'for_no_key_update' } });
    return { couple, partnerId: link.partnerId, by, members: [userId, link.partnerId] };
  }

  /** @throws AppError NOT_LINKED */
  async unlink(userId: string): Promise<Unlinked> {
    const unlinked = await this.changes.commit((change) => this.leave(change, userId));
    if (!unlinked) throw new AppError('NOT_LINKED');
    return unlinked;
  }

  /** Ends the person's couple, if there is one. Nobody may be held yet: both members will be. */
  async leave(change: Change, userId: string): Promise<Unlinked | null> {
    const seen = await this.current(userId, change.tx);
    if (!seen) return null;
    const people = await this.people.hold(change.tx, [userId, seen.partnerId]);
    const held = await this.current(userId, change.tx);
    // The other one was faster, and the couple that this person wanted to leave is over already.
    if (held?.couple.id !== seen.couple.id) return null;
    return this.end(change, held, people.get(userId) ?? null);
  }

  /** Ends an active couple whose members the change holds. The partner of the one who leaves is told so, whatever the reason. */
  async end(change: Change, { couple, partnerId }: Link, leaving: Person | null): Promise<Unlinked> {
    const { tx } = change;
    await tx.update(Couple, { id: couple.id }, { endedAt: () => 'now()', remindAt: null, version: () => 'version + 1' });
    await tx.update(CoupleMember, { coupleId: couple.id }, { active: false });
    const ended = await tx.findOneByOrFail(Couple, { id: couple.id });
    const fact: CoupleUnlinked = {
      coupleId: couple.id,
      members: pairOf(couple),
      endedAt: (ended.endedAt ?? new Date()).toISOString(),
      version: ended.version,
    };
    await change.record(coupleUnlinked, couple.id, fact);
    await this.activities.keep(tx, couple.id, { kind: 'unlinked' });
    await this.notifications.add(change, { userId: partnerId, kind: 'unlinked', about: leaving, entity: { type: 'couple', id: couple.id } });
    return { coupleId: couple.id, version: ended.version };
  }

  /**
   * Removes couples that ended too long ago to come back and says so, that others remove theirs.
   * @returns true while there may be more.
   */
  async purge(): Promise<boolean> {
    return this.changes.commit(async (change) => {
      const over = await change.tx.find(Couple, {
        where: { endedAt: Raw((column) => `${column} <= now() - ${REVIVABLE}`) },
        order: { endedAt: 'ASC' },
        take: PURGE_BATCH,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      for (const couple of over) await this.remove(change, couple);
      return over.length === PURGE_BATCH;
    });
  }

  /** Every couple that the person is or was in and that is not purged yet. */
  async idsOf(userId: string): Promise<string[]> {
    return (await this.database.manager.findBy(CoupleMember, { userId })).map((member) => member.coupleId);
  }

  /** The person's couples that are not beyond return, the newest first: ids and dates, no more. */
  async records(userId: string): Promise<CoupleCore[]> {
    const mine = await this.database.manager.find(CoupleMember, { where: { userId }, relations: { couple: { members: true } }, order: { couple: { linkedAt: 'DESC' } } });
    return mine.flatMap(({ couple }) => coupleRecord(couple, userId) ?? []);
  }

  private async remove(change: Change, couple: Couple): Promise<void> {
    const members = await change.tx.findBy(CoupleMember, { coupleId: couple.id });
    await change.tx.delete(Couple, { id: couple.id });
    const fact = { coupleId: couple.id, members: pairOf({ ...couple, members }), version: couple.version + 1 };
    await change.record(couplePurged, couple.id, fact);
  }

  private async activate(tx: Tx, members: [string, string], timezone: string): Promise<Couple> {
    const id = (await this.revivable(tx, members)) ?? (await this.create(tx, members, timezone));
    await tx.update(CoupleMember, { coupleId: id }, { active: true });
    const couple = await tx.findOneByOrFail(Couple, { id });
    await this.reminders.renew(tx, couple);
    await this.dailyPlan.renew(tx, couple.id);
    return couple;
  }

  /** Brings back what the two had, if it ended recently enough. */
  private async revivable(tx: Tx, members: [string, string]): Promise<string | null> {
    const [old] = await tx.query<{ id: string }[]>(
      `SELECT c.id FROM couples c
         JOIN couple_members a ON a.couple_id = c.id AND a.user_id = $1
         JOIN couple_members b ON b.couple_id = c.id AND b.user_id = $2
        WHERE c.ended_at > now() - ${REVIVABLE}
        ORDER BY c.ended_at DESC LIMIT 1 FOR UPDATE OF c`,
      members,
    );
    if (!old) return null;
    await tx.update(Couple, { id: old.id }, { endedAt: null, version: () => 'version + 1' });
    return old.id;
  }

  private async create(tx: Tx, members: [string, string], timezone: string): Promise<string> {
    const id = uuid();
    await tx.insert(Couple, { id, linkedAt: () => 'now()', endedAt: null, timezone, version: 1 });
    await tx.insert(CoupleMember, members.map((userId) => ({ coupleId: id, userId, active: false })));
    return id;
  }
}

function pairOf(couple: Pick<Couple, 'id' | 'members'>): [string, string] {
  const [a, b] = couple.members;
  if (!a || !b) throw new Error(`couple ${couple.id} has lost a member`);
  return [a.userId, b.userId];
}
