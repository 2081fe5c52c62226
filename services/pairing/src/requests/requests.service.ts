import {
  LIMITS,
  type PartnerRequestView,
  type TrustEnded,
  requestClosed,
  requestSent,
  trustEnded,
} from '@duet/contracts';
import { AppError, Clock, DAY, OnEvent, Transactions, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, In, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Acquaintances } from '../people/acquaintances.service.js';
import { madeInEndedTrust } from '../people/ended-trust.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { PartnerRequest, type RequestStatus } from './partner-request.entity.js';
import { requestView } from './partner-request.view.js';

const LIFETIME = LIMITS.requestLifetimeDays * DAY;

/** The list is capped; the count covers all requests. */
const LIST_LIMIT = 100;

const EXPIRE_BATCH = 200;

const WITH_PEOPLE = { sender: true, receiver: true } as const;

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** The pair in id order, as rows store it. */
const pairOf = (a: string, b: string): { lowId: string; highId: string } =>
  a < b ? { lowId: a, highId: b } : { lowId: b, highId: a };

/** Opens, closes and lists partner requests. `linking` decides what an accepted one does. */
@Injectable()
export class RequestsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async listReceived(userId: string): Promise<PartnerRequestView[]> {
    return this.list(userId, { receiverId: userId });
  }

  async listSent(userId: string): Promise<PartnerRequestView[]> {
    return this.list(userId, { senderId: userId });
  }

  /** Open requests were made after this instant. */
  openSince(): Date {
    return this.clock.in(-LIFETIME);
  }

  async countReceived(userId: string): Promise<number> {
    return this.database.manager.countBy(PartnerRequest, { ...this.open(), receiverId: userId });
  }

  /** The sender cancels; repeating it is harmless. @throws AppError REQUEST_NOT_FOUND */
  async cancel(userId: string, id: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const request = await this.lockRequest(unit.tx, { id, senderId: userId });
      if (request.status === 'cancelled') return;
      await this.closeOne(unit, request, 'cancelled');
    });
  }

  /** The receiver declines; repeating it is harmless. @throws AppError REQUEST_NOT_FOUND */
  async reject(userId: string, id: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const request = await this.lockRequest(unit.tx, { id, receiverId: userId });
      if (request.status === 'rejected') return;
      await this.closeOne(unit, request, 'rejected');
    });
  }

  /** The sender of a request to this person, in any status. @throws AppError REQUEST_NOT_FOUND */
  async senderOf(userId: string, id: string): Promise<string> {
    const request = await this.database.manager.findOneBy(PartnerRequest, { id, receiverId: userId });
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    return request.senderId;
  }

  /** Locks a request until commit and reads its current state. @throws AppError REQUEST_NOT_FOUND */
  async lockRequest(tx: Tx, where: FindOptionsWhere<PartnerRequest>): Promise<PartnerRequest> {
    const request = await tx.findOne(PartnerRequest, { where, lock: { mode: 'pessimistic_write' } });
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    return request;
  }

  /** @throws AppError REQUEST_NOT_FOUND when it is closed or too old */
  async requireOpen(tx: Tx, request: PartnerRequest): Promise<void> {
    if (!(await tx.existsBy(PartnerRequest, { ...this.open(), id: request.id })))
      throw new AppError('REQUEST_NOT_FOUND');
  }

  /** The open request between two locked people, in either direction. */
  async findOpenRequest(tx: Tx, a: string, b: string): Promise<PartnerRequest | null> {
    return tx.findOne(PartnerRequest, { where: { ...this.open(), ...pairOf(a, b) }, relations: WITH_PEOPLE });
  }

  /** The request as this person sees it. */
  async viewFor(tx: Tx, userId: string, request: PartnerRequest): Promise<PartnerRequestView> {
    return requestView(request, await this.acquaintances.visiblePeople(tx, userId, [request.sender, request.receiver]));
  }

  /**
   * Opens a request between two locked people without an open one. The receiver sees the sender's current profile
   * again; the sender does not see the receiver's. Within a day after the last request ended, no notification is added.
   * @param session the alias of the sender's session
   * @throws AppError TOO_MANY_REQUESTS_OPEN
   */
  async sendRequest(
    unit: UnitOfWork,
    sender: Person,
    receiver: Person,
    { message, session }: Pick<PartnerRequest, 'message' | 'session'>,
  ): Promise<PartnerRequestView> {
    const { tx } = unit;
    const waiting = await tx.countBy(PartnerRequest, { ...this.open(), senderId: sender.id });
    if (waiting >= LIMITS.openRequestsPerSender) throw new AppError('TOO_MANY_REQUESTS_OPEN');
    const isRepeated = await this.wasClosedToday(tx, sender.id, receiver.id);
    // An expired request that was not swept yet still occupies the pair's unique index.
    const stale = await this.lockPending(tx, [pairOf(sender.id, receiver.id)]);
    await this.close(unit, stale, 'expired');
    await this.acquaintances.forget(tx, receiver.id, sender.id);
    const id = uuid();
    const pair = pairOf(sender.id, receiver.id);
    await tx.insert(PartnerRequest, {
      id,
      senderId: sender.id,
      receiverId: receiver.id,
      ...pair,
      session,
      message,
      status: 'pending',
      createdAt: this.clock.now(),
      closedAt: null,
    });
    unit.push(requestSent, {
      requestId: id,
      senderId: sender.id,
      receiverId: receiver.id,
      senderFirstName: sender.firstName,
    });
    const entity = { type: 'partner_request' as const, id };
    if (!isRepeated)
      await this.notifications.addNotification(unit, {
        userId: receiver.id,
        kind: 'request_received',
        about: sender,
        entity,
      });
    return this.viewFor(
      tx,
      sender.id,
      await tx.findOneOrFail(PartnerRequest, { where: { id }, relations: WITH_PEOPLE }),
    );
  }

  /**
   * Closes all requests of two locked people who have just linked: the one between them as accepted, the others as
   * cancelled.
   */
  async closeForCouple(unit: UnitOfWork, a: string, b: string): Promise<void> {
    const pending = await this.lockPending(unit.tx, involving([a, b]));
    const { lowId, highId } = pairOf(a, b);
    const isTheirs = (request: PartnerRequest): boolean => request.lowId === lowId && request.highId === highId;
    await this.close(unit, pending.filter(isTheirs), 'accepted');
    await this.close(
      unit,
      pending.filter((request) => !isTheirs(request)),
      'cancelled',
    );
  }

  /** Cancels the request between two locked people, in either direction. */
  async closeBetween(unit: UnitOfWork, a: string, b: string): Promise<void> {
    await this.close(unit, await this.lockPending(unit.tx, [pairOf(a, b)]), 'cancelled');
  }

  /** Cancels every request that the person sent or received. */
  async closeAllOf(unit: UnitOfWork, userId: string): Promise<void> {
    await this.close(unit, await this.lockPending(unit.tx, involving([userId])), 'cancelled');
  }

  /** Cancels the requests that were sent by sessions which the sender no longer trusts. */
  @OnEvent(trustEnded)
  async endTrust(ended: TrustEnded): Promise<void> {
    await this.transactions.run(async (unit) => {
      // A request that is being sent or accepted has the lock.
      await this.people.lockPeople(unit.tx, [ended.userId]);
      const sent = { ...madeInEndedTrust(ended), senderId: ended.userId };
      await this.close(unit, await this.lockPending(unit.tx, [sent]), 'cancelled');
    });
  }

  /** Expires old requests. @returns true while there may be more */
  async expireOld(): Promise<boolean> {
    return this.transactions.run(async (unit) => {
      const old = await unit.tx.find(PartnerRequest, {
        where: { status: 'pending', createdAt: LessThanOrEqual(this.clock.in(-LIFETIME)) },
        order: { createdAt: 'ASC' },
        take: EXPIRE_BATCH,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      await this.close(unit, old, 'expired');
      return old.length === EXPIRE_BATCH;
    });
  }

  /** Deletes requests that were closed 30 days ago. */
  async deleteOld(): Promise<void> {
    await this.database.manager.delete(PartnerRequest, { closedAt: LessThan(this.clock.in(-LIFETIME)) });
  }

  private async list(userId: string, whose: FindOptionsWhere<PartnerRequest>): Promise<PartnerRequestView[]> {
    const where = { ...this.open(), ...whose };
    const { manager } = this.database;
    const requests = await manager.find(PartnerRequest, {
      where,
      relations: WITH_PEOPLE,
      order: NEWEST_FIRST,
      take: LIST_LIMIT,
    });
    const people = await this.acquaintances.visiblePeople(
      manager,
      userId,
      requests.flatMap(({ sender, receiver }) => [sender, receiver]),
    );
    return requests.map((request) => requestView(request, people));
  }

  /** Pending and young enough, whether or not the sweeper has run. */
  private open(): FindOptionsWhere<PartnerRequest> {
    return { status: 'pending', createdAt: MoreThan(this.openSince()) };
  }

  private wasClosedToday(tx: Tx, senderId: string, receiverId: string): Promise<boolean> {
    const status = In<RequestStatus>(['cancelled', 'rejected']);
    return tx.existsBy(PartnerRequest, { senderId, receiverId, status, closedAt: MoreThan(this.clock.in(-DAY)) });
  }

  /** Locks rows in id order, so that two links at once cannot deadlock. */
  private lockPending(tx: Tx, which: FindOptionsWhere<PartnerRequest>[]): Promise<PartnerRequest[]> {
    const where = which.map((one): FindOptionsWhere<PartnerRequest> => ({ ...one, status: 'pending' }));
    return tx.find(PartnerRequest, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  private async closeOne(unit: UnitOfWork, request: PartnerRequest, status: RequestStatus): Promise<void> {
    await this.requireOpen(unit.tx, request);
    await this.close(unit, [request], status);
  }

  private async close(unit: UnitOfWork, requests: PartnerRequest[], status: RequestStatus): Promise<void> {
    if (requests.length === 0) return;
    const ids = requests.map(({ id }) => id);
    await unit.tx.update(PartnerRequest, { id: In(ids) }, { status, closedAt: this.clock.now() });
    await this.notifications.settleNotifications(
      unit.tx,
      requests.map(({ receiverId }) => receiverId),
      ids,
    );
    const senders = await this.people.findPeople(
      unit.tx,
      requests.map(({ senderId }) => senderId),
    );
    // A notification still names the sender to the receiver.
    if (status !== 'accepted') await this.acquaintances.remember(unit.tx, known(requests, senders));
    for (const { id, senderId, receiverId } of requests) {
      const sender = senders.get(senderId);
      unit.push(requestClosed, { requestId: id, senderId, receiverId, senderFirstName: sender?.firstName ?? '' });
    }
  }
}

/** The senders as their receivers see them. */
const known = (
  requests: readonly PartnerRequest[],
  senders: ReadonlyMap<string, Person>,
): { viewerId: string; person: Person }[] =>
  requests.flatMap(({ receiverId: viewerId, senderId }) => {
    const person = senders.get(senderId);
    return person ? [{ viewerId, person }] : [];
  });

const involving = (ids: string[]): FindOptionsWhere<PartnerRequest>[] => [
  { senderId: In(ids) },
  { receiverId: In(ids) },
];
