import { LIMITS, type PartnerRequestView, requestClosed, requestSent } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, In, Raw } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { type Change, Changes } from '../changes/changes.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { PartnerRequest, type RequestStatus } from './partner-request.entity.js';
import { requestView } from './partner-request.view.js';

const LIFETIME = `interval '${LIMITS.requestLifetimeDays} days'`;

/** More than anybody reads at once; the count beside the list is of all. */
const LISTED = 100;

const EXPIRE_BATCH = 200;

/** Pending and not yet too old, whether or not the sweeper has been there. */
const open = (): FindOptionsWhere<PartnerRequest> => ({
  status: 'pending',
  createdAt: Raw((column) => `${column} > now() - ${LIFETIME}`),
});

const WITH_PEOPLE = { sender: true, receiver: true } as const;

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** The two without a direction, as the rows keep them. */
const pairOf = (a: string, b: string): { lowId: string; highId: string } => (a < b ? { lowId: a, highId: b } : { lowId: b, highId: a });

/** Partner requests: how they open, end, and are listed. What an accepted one leads to is up to `linking`. */
@Injectable()
export class RequestsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
  ) {}

  async received(userId: string): Promise<PartnerRequestView[]> {
    return this.list({ receiverId: userId });
  }

  async sent(userId: string): Promise<PartnerRequestView[]> {
    return this.list({ senderId: userId });
  }

  async countReceived(userId: string): Promise<number> {
    return this.database.manager.countBy(PartnerRequest, { ...open(), receiverId: userId });
  }

  /** The sender takes it back; once more is no harm. @throws AppError REQUEST_NOT_FOUND */
  async cancel(userId: string, id: string): Promise<void> {
    await this.changes.commit(async (change) => {
      const request = await this.holdOne(change.tx, { id, senderId: userId });
      if (request.status === 'cancelled') return;
      await this.closeOne(change, request, 'cancelled');
    });
  }

  /** The receiver declines; once more is no harm. @throws AppError REQUEST_NOT_FOUND */
  async reject(userId: string, id: string): Promise<void> {
    await this.changes.commit(async (change) => {
      const request = await this.holdOne(change.tx, { id, receiverId: userId });
      if (request.status === 'rejected') return;
      await this.closeOne(change, request, 'rejected');
    });
  }

  /** Who sent this request to this person, whatever became of it. @throws AppError REQUEST_NOT_FOUND */
  async senderOf(userId: string, id: string): Promise<string> {
    const request = await this.database.manager.findOneBy(PartnerRequest, { id, receiverId: userId });
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    return request.senderId;
  }

  /** The request, held until the transaction ends, with its state of now. @throws AppError REQUEST_NOT_FOUND */
  async holdOne(tx: Tx, where: FindOptionsWhere<PartnerRequest>): Promise<PartnerRequest> {
    const request = await tx.findOne(PartnerRequest, { where, lock: { mode: 'pessimistic_write' } });
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    return request;
  }

  /** @throws AppError REQUEST_NOT_FOUND when it was answered, taken back, or is too old. */
  async requireOpen(tx: Tx, request: PartnerRequest): Promise<void> {
    if (!(await tx.existsBy(PartnerRequest, { ...open(), id: request.id }))) throw new AppError('REQUEST_NOT_FOUND');
  }

  /** The open request between two people, whoever asked. The change holds both. */
  async between(tx: Tx, a: string, b: string): Promise<PartnerRequest | null> {
    return tx.findOne(PartnerRequest, { where: { ...open(), ...pairOf(a, b) }, relations: WITH_PEOPLE });
  }

  /** Asks. The change holds both, and nothing is open between them. @throws AppError TOO_MANY_REQUESTS_OPEN */
  async send(change: Change, sender: Person, receiver: Person, message: string): Promise<PartnerRequestView> {
    const { tx } = change;
    const waiting = await tx.countBy(PartnerRequest, { ...open(), senderId: sender.id });
    if (waiting >= LIMITS.openRequestsPerSender) throw new AppError('TOO_MANY_REQUESTS_OPEN');
    // An old one that nobody has swept away yet would still be the pair's one pending request.
    const stale = await this.holdPending(tx, [pairOf(sender.id, receiver.id)]);
    await this.close(change, stale, 'expired');
    const id = uuid();
    const pair = pairOf(sender.id, receiver.id);
    await tx.insert(PartnerRequest, {
      id, senderId: sender.id, receiverId: receiver.id, ...pair, message, status: 'pending', createdAt: () => 'now()', closedAt: null,
    });
    change.tell(requestSent, { requestId: id, senderId: sender.id, receiverId: receiver.id, senderFirstName: sender.firstName });
    const entity = { type: 'partner_request', id };
    await this.notifications.add(change, { userId: receiver.id, kind: 'request_received', about: sender, entity });
    return requestView(await tx.findOneOrFail(PartnerRequest, { where: { id }, relations: WITH_PEOPLE }));
  }

  /** The two, whom the change holds, are a couple now: what was open between them is accepted, all else is over. */
  async closeForCouple(change: Change, a: string, b: string): Promise<void> {
    const pending = await this.holdPending(change.tx, involving([a, b]));
    const { lowId, highId } = pairOf(a, b);
    const isTheirs = (request: PartnerRequest): boolean => request.lowId === lowId && request.highId === highId;
    await this.close(change, pending.filter(isTheirs), 'accepted');
    await this.close(change, pending.filter((request) => !isTheirs(request)), 'cancelled');
  }

  async closeBetween(change: Change, a: string, b: string): Promise<void> {
    await this.close(change, await this.holdPending(change.tx, [pairOf(a, b)]), 'cancelled');
  }

  async closeAllOf(change: Change, userId: string): Promise<void> {
    await this.close(change, await this.holdPending(change.tx, involving([userId])), 'cancelled');
  }

  /** Ends requests that are too old. @returns true while there may be more. */
  async expire(): Promise<boolean> {
    return this.changes.commit(async (change) => {
      const old = await change.tx.find(PartnerRequest, {
        where: { status: 'pending', createdAt: Raw((column) => `${column} <= now() - ${LIFETIME}`) },
        order: { createdAt: 'ASC' },
        take: EXPIRE_BATCH,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      await this.close(change, old, 'expired');
      return old.length === EXPIRE_BATCH;
    });
  }

  /** Drops requests that ended long ago. */
  async sweep(): Promise<void> {
    await this.database.query(`DELETE FROM partner_requests WHERE closed_at < now() - ${LIFETIME}`);
  }

  private async list(whose: FindOptionsWhere<PartnerRequest>): Promise<PartnerRequestView[]> {
    const where = { ...open(), ...whose };
    const requests = await this.database.manager.find(PartnerRequest, { where, relations: WITH_PEOPLE, order: NEWEST_FIRST, take: LISTED });
    return requests.map(requestView);
  }

  /** Rows are locked in the order of their ids, so that two couples that form at once do not wait in a circle. */
  private holdPending(tx: Tx, which: FindOptionsWhere<PartnerRequest>[]): Promise<PartnerRequest[]> {
    const where = which.map((one): FindOptionsWhere<PartnerRequest> => ({ ...one, status: 'pending' }));
    return tx.find(PartnerRequest, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  private async closeOne(change: Change, request: PartnerRequest, status: RequestStatus): Promise<void> {
    await this.requireOpen(change.tx, request);
    await this.close(change, [request], status);
  }

  private async close(change: Change, requests: PartnerRequest[], status: RequestStatus): Promise<void> {
    if (requests.length === 0) return;
    const ids = requests.map(({ id }) => id);
    await change.tx.update(PartnerRequest, { id: In(ids) }, { status, closedAt: () => 'now()' });
    await this.notifications.settle(change.tx, requests.map(({ receiverId }) => receiverId), ids);
    const senders = await this.people.getAll(change.tx, requests.map(({ senderId }) => senderId));
    for (const { id, senderId, receiverId } of requests) {
      change.tell(requestClosed, { requestId: id, senderId, receiverId, senderFirstName: senders.get(senderId)?.firstName ?? '' });
    }
  }
}

const involving = (ids: string[]): FindOptionsWhere<PartnerRequest>[] => [{ senderId: In(ids) }, { receiverId: In(ids) }];
