import {
  type CoupleLinked,
  type CoupleUnlinked,
  type TogetherPart,
  type Unlinked,
  coupleLinked,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
} from '@duet/contracts';
import { Clock, AppError, Transactions, type Tx, type UnitOfWork, violates, withTimezone } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Acquaintances } from '../people/acquaintances.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { personSnapshot } from '../people/person.view.js';
import { CoupleChanges } from './couple-changes.js';
import { Couple, CoupleMember, ONE_PARTNER } from './couple.entity.js';
import { RESTORABLE, lockRestorableCouple, readLink, readLinkIn } from './couple.queries.js';
import { type CoupleCore, coupleRecord } from './couple.view.js';
import { partsHiddenBy, requirePart } from './hidden-parts.js';

/** A person's active couple and partner. */
export interface Link {
  couple: Couple;
  partnerId: string;
  members: [string, string];
}

/** A locked couple and the member who acts: nobody else changes or ends it before the commit. */
export interface LockedCouple extends Link {
  by: Person;
}

/** A locked couple of whom both members are locked: the transaction may notify the partner. */
export interface LockedMembers extends LockedCouple {
  partner: Person;
}

const PURGE_BATCH = 100;

/** Links, unlinks and purges couples. */
@Injectable()
export class CouplesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(CoupleChanges) private readonly changes: CoupleChanges,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The person's active couple; null without one. */
  async findLink(userId: string, tx?: Tx): Promise<Link | null> {
    const [row] = tx ? await readLinkIn(tx, [userId]) : await readLink(this.database, [userId]);
    if (!row) return null;
    const { partnerId, ...couple } = row;
    return { couple, partnerId, members: [userId, partnerId] };
  }

  /** @throws AppError NO_PARTNER; PART_HIDDEN where the couple has the given part off */
  async requireLink(userId: string, part?: TogetherPart): Promise<Link> {
    const link = await this.findLink(userId);
    if (!link) throw new AppError('NO_PARTNER');
    if (part) requirePart(link.couple, part);
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
   * Links two people whose rows the transaction has locked. A couple that ended less than 30 days ago is restored with
   * its id, its data and its time zone; `timezone` is for a new couple.
   * @throws AppError SELF_ALREADY_LINKED, ALREADY_LINKED
   */
  async link(unit: UnitOfWork, me: Person, other: Person, timezone: string): Promise<Couple> {
    const { tx } = unit;
    await this.requireFree(tx, me.id, other.id);
    const { couple, endedAt } = await this.activate(tx, [me, other], timezone).catch((cause: unknown) => {
      // The row locks prevent this; the unique index guarantees it.
      throw violates(cause, ONE_PARTNER) ? new AppError('ALREADY_LINKED', { cause }) : cause;
    });
    await this.acquaintances.forgetBoth(tx, me.id, other.id);
    const event: CoupleLinked = {
      coupleId: couple.id,
      members: [personSnapshot(me), personSnapshot(other)],
      linkedAt: couple.linkedAt.toISOString(),
      timezone: couple.timezone,
      timezoneVersion: couple.timezoneVersion,
      version: couple.version,
      hidden: { parts: couple.hiddenParts, version: couple.hiddenVersion },
    };
    await unit.record(coupleLinked, couple.id, event);
    await this.changes.announce(unit, { kind: 'linked', couple, members: [me.id, other.id], by: null, endedAt });
    return couple;
  }

  /**
   * Changes the couple's time zone. Its running day still ends in the former zone, so no day comes twice. While
   * `togetherSince` is not set, the day count does not jump: its days begin at the instant of the link, which is the same
   * in every zone. Only a change of summer time can move it, by an hour.
   * @throws AppError NO_PARTNER
   */
  async setTimezone(userId: string, timezone: string): Promise<Couple> {
    return this.transactions.run(async (unit) => {
      const { couple, by, members } = await this.lockCouple(unit, userId);
      if (couple.timezone === timezone) return couple;
      const timezoneVersion = couple.timezoneVersion + 1;
      const change = { ...withTimezone(couple, timezone, this.clock.now()), timezoneVersion };
      const { runningDay: day, runningUntil: until } = change;
      await unit.tx.update(Couple, { id: couple.id }, change);
      await unit.record(coupleTimezoneChanged, couple.id, {
        coupleId: couple.id,
        timezone,
        version: timezoneVersion,
        ...(day !== null && until !== null && { running: { day, until: until.toISOString() } }),
      });
      await this.changes.announce(unit, { kind: 'timezone_changed', couple: { ...couple, ...change }, members, by });
      return { ...couple, ...change };
    });
  }

  /**
   * Locks the person's row, then the couple's row, until commit.
   * @throws AppError NO_PARTNER; PART_HIDDEN where the couple has the given part off
   */
  async lockCouple({ tx }: UnitOfWork, userId: string, part?: TogetherPart): Promise<LockedCouple> {
    // A locked person cannot be linked or unlinked.
    const by = (await this.people.lockPeople(tx, [userId])).get(userId);
    const link = await this.findLink(userId, tx);
    if (!by || !link) throw new AppError('NO_PARTNER');
    const couple = await tx.findOneOrFail(Couple, {
      where: { id: link.couple.id },
      lock: { mode: 'for_no_key_update' },
    });
    if (part) requirePart(couple, part);
    return { ...link, couple, by };
  }

  /**
   * Locks both members, then the couple, so that their changes run one after the other.
   * @throws AppError NO_PARTNER; PART_HIDDEN as `lockCouple`; UNAVAILABLE when the person was linked anew meanwhile
   */
  async lockMembers(unit: UnitOfWork, userId: string, part?: TogetherPart): Promise<LockedMembers> {
    const before = await this.findLink(userId, unit.tx);
    if (!before) throw new AppError('NO_PARTNER');
    const people = await this.people.lockPeople(unit.tx, [userId, before.partnerId]);
    const locked = await this.lockCouple(unit, userId, part);
    const partner = people.get(locked.partnerId);
    if (!partner) throw new AppError('UNAVAILABLE');
    return { ...locked, partner };
  }

  /** @throws AppError NOT_LINKED */
  async unlink(userId: string): Promise<Unlinked> {
    const unlinked = await this.transactions.run((unit) => this.leaveCouple(unit, userId));
    if (!unlinked) throw new AppError('NOT_LINKED');
    return unlinked;
  }

  /**
   * Ends the person's couple, if there is one. It locks both members, so the transaction must not hold either lock yet.
   */
  async leaveCouple(unit: UnitOfWork, userId: string): Promise<Unlinked | null> {
    const before = await this.findLink(userId, unit.tx);
    if (!before) return null;
    const people = await this.people.lockPeople(unit.tx, [userId, before.partnerId]);
    const link = await this.findLink(userId, unit.tx);
    // The partner has ended this couple in the meantime.
    if (link?.couple.id !== before.couple.id) return null;
    return this.endCouple(unit, link, people.get(userId) ?? null);
  }

  /** Ends an active couple whose members are locked. The partner gets the same notification for every reason. */
  async endCouple(unit: UnitOfWork, { couple, partnerId, members }: Link, leaving: Person | null): Promise<Unlinked> {
    const { tx } = unit;
    const endedAt = this.clock.now();
    await tx.update(Couple, { id: couple.id }, { endedAt, remindAt: null, version: () => 'version + 1' });
    await tx.update(CoupleMember, { coupleId: couple.id }, { active: false });
    const ended = await tx.findOneByOrFail(Couple, { id: couple.id });
    const event: CoupleUnlinked = {
      coupleId: couple.id,
      members,
      endedAt: endedAt.toISOString(),
      version: ended.version,
    };
    await unit.record(coupleUnlinked, couple.id, event);
    await this.rememberEachOther(tx, members);
    await this.changes.announce(unit, { kind: 'unlinked', couple: ended, members, by: null });
    await this.notifications.addNotification(unit, {
      userId: partnerId,
      kind: 'unlinked',
      about: leaving,
      entity: { type: 'couple', id: couple.id },
    });
    return { coupleId: couple.id, version: ended.version };
  }

  /**
   * Deletes couples that can no longer be restored and publishes `couple.purged`, on which other services delete their
   * data.
   * @returns true while there may be more
   */
  async purgeExpired(): Promise<boolean> {
    return this.transactions.run(async (unit) => {
      const over = await unit.tx.find(Couple, {
        where: { endedAt: LessThanOrEqual(this.clock.in(-RESTORABLE)) },
        order: { endedAt: 'ASC' },
        take: PURGE_BATCH,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      for (const couple of over) await this.purgeCouple(unit, couple);
      return over.length === PURGE_BATCH;
    });
  }

  /** The ids of all couples that the person is or was in, until the purge. */
  async coupleIdsOf(userId: string): Promise<string[]> {
    return (await this.database.manager.findBy(CoupleMember, { userId })).map((member) => member.coupleId);
  }

  /** The person's couples that are active or can be restored, newest first. */
  async listRecords(userId: string): Promise<CoupleCore[]> {
    const mine = await this.database.manager.find(CoupleMember, {
      where: [
        { userId, couple: { endedAt: IsNull() } },
        // The purge may come later.
        { userId, couple: { endedAt: MoreThan(this.clock.in(-RESTORABLE)) } },
      ],
      relations: { couple: { members: true } },
      order: { couple: { linkedAt: 'DESC' } },
    });
    return mine.flatMap(({ couple }) => coupleRecord(couple, userId) ?? []);
  }

  private async rememberEachOther(tx: Tx, [one, other]: [string, string]): Promise<void> {
    const people = await this.people.findPeople(tx, [one, other]);
    const [a, b] = [people.get(one), people.get(other)];
    if (a && b)
      await this.acquaintances.remember(tx, [
        { viewerId: a.id, person: b },
        { viewerId: b.id, person: a },
      ]);
  }

  private async purgeCouple(unit: UnitOfWork, couple: Couple): Promise<void> {
    const members = await unit.tx.findBy(CoupleMember, { coupleId: couple.id });
    await unit.tx.delete(Couple, { id: couple.id });
    const event = { coupleId: couple.id, members: pairOf(couple.id, members), version: couple.version + 1 };
    await unit.record(couplePurged, couple.id, event);
  }

  /** A restored couple gets the parts as its members want them now. */
  private async activate(
    tx: Tx,
    people: [Person, Person],
    timezone: string,
  ): Promise<{ couple: Couple; endedAt: Date | null }> {
    const members: [string, string] = [people[0].id, people[1].id];
    const restored = await this.restoreCouple(tx, members);
    const id = restored?.id ?? (await this.createCouple(tx, members, timezone));
    await tx.update(CoupleMember, { coupleId: id }, { active: true });
    const hiddenParts = partsHiddenBy(people);
    await tx.update(Couple, { id }, { hiddenParts, hiddenVersion: () => 'hidden_version + 1' });
    return { couple: await tx.findOneByOrFail(Couple, { id }), endedAt: restored?.endedAt ?? null };
  }

  /** Restores the couple that the two ended last, if that is recent enough. */
  private async restoreCouple(
    tx: Tx,
    members: [string, string],
  ): Promise<{ id: string; endedAt: Date | null } | undefined> {
    const [old] = await lockRestorableCouple(tx, [...members, this.clock.in(-RESTORABLE)]);
    if (old) await tx.update(Couple, { id: old.id }, { endedAt: null, version: () => 'version + 1' });
    return old;
  }

  private async createCouple(tx: Tx, members: [string, string], timezone: string): Promise<string> {
    const id = uuid();
    await tx.insert(Couple, { id, linkedAt: this.clock.now(), endedAt: null, timezone, version: 1 });
    await tx.insert(
      CoupleMember,
      members.map((userId) => ({ coupleId: id, userId, active: false })),
    );
    return id;
  }
}

function pairOf(coupleId: string, [a, b]: readonly CoupleMember[]): [string, string] {
  if (!a || !b) throw new Error(`couple ${coupleId} does not have two members`);
  return [a.userId, b.userId];
}
