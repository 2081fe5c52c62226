import { timingSafeEqual } from 'node:crypto';
import { type Actor, LIMITS, type PushState, type RenewPushDto, type SubscribePushDto } from '@duet/contracts';
import { AppError, type Tx, violates } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { AuthConfig } from '../config.js';
import { refuseOdd } from './push-endpoint.js';
import { PushQueue } from './push-queue.js';
import { PushSubscription } from './push-subscription.entity.js';
import { PushWorker } from './push-worker.js';
import { vapidOf } from './vapid.js';

const FORGET_OLDEST = `
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id DESC OFFSET ${LIMITS.pushSubscriptions})`;

const isSame = (given: string, held: string): boolean => {
  const [one, other] = [Buffer.from(given, 'base64url'), Buffer.from(held, 'base64url')];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Which devices are told while no page is open. */
@Injectable()
export class PushSubscriptionsService {
  private readonly publicKey: string | null;
  private readonly anywhere: boolean;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushQueue) private readonly queue: PushQueue,
    @Inject(PushWorker) private readonly worker: PushWorker,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(AuthConfig) config: AuthConfig,
  ) {
    this.publicKey = vapidOf(config)?.publicKey ?? null;
    this.anywhere = config.PUSH_TO_PRIVATE_ADDRESSES === 'yes';
  }

  async get({ sessionId }: Actor): Promise<PushState> {
    return this.state(await this.database.manager.existsBy(PushSubscription, { sessionId }));
  }

  /**
   * A device has one: the new one takes the place of what the session had, and of whoever used this browser before.
   * @throws AppError PUSH_UNAVAILABLE, VALIDATION_FAILED; UNAUTHENTICATED when the session ends meanwhile
   */
  async subscribe({ userId, sessionId }: Actor, { endpoint, p256dh, auth }: SubscribePushDto): Promise<PushState> {
    if (this.publicKey === null) throw new AppError('PUSH_UNAVAILABLE');
    refuseOdd({ endpoint, p256dh, auth }, this.anywhere);
    const row = { id: uuid(), userId, sessionId, endpoint, p256dh, auth, createdAt: this.clock.now(), lastSucceededAt: null };
    await this.database.transaction((tx) => this.replace(tx, row)).catch((cause: unknown) => {
      throw violates(cause, 'push_subscriptions_session_fkey') ? new AppError('UNAUTHENTICATED', { cause }) : cause;
    });
    return this.state(true);
  }

  async unsubscribe({ sessionId }: Actor): Promise<PushState> {
    await this.database.manager.delete(PushSubscription, { sessionId });
    return this.state(false);
  }

  /** @throws AppError NOT_FOUND unless both halves of the old one are right; VALIDATION_FAILED */
  async renew({ oldEndpoint, oldAuth, endpoint, p256dh, auth }: RenewPushDto): Promise<void> {
    refuseOdd({ endpoint, p256dh, auth }, this.anywhere);
    await this.database.transaction(async (tx) => {
      const held = await tx.findOne(PushSubscription, { where: { endpoint: oldEndpoint }, lock: { mode: 'pessimistic_write' } });
      if (!held || !isSame(oldAuth, held.auth)) throw new AppError('NOT_FOUND');
      if (endpoint !== oldEndpoint) await tx.delete(PushSubscription, { endpoint });
      await tx.update(PushSubscription, { id: held.id }, { endpoint, p256dh, auth });
    });
  }

  /** @throws AppError PUSH_OFF */
  async test({ sessionId }: Actor): Promise<void> {
    const held = await this.database.manager.findOneBy(PushSubscription, { sessionId });
    if (!held) throw new AppError('PUSH_OFF');
    await this.queue.add([held.id], { kind: 'test', about: '' });
    this.worker.kick();
  }

  private async replace(tx: Tx, row: PushSubscription): Promise<void> {
    await tx.query('DELETE FROM push_subscriptions WHERE endpoint = $1 OR session_id = $2', [row.endpoint, row.sessionId]);
    await tx.insert(PushSubscription, row);
    await tx.query(FORGET_OLDEST, [row.userId]);
  }

  private state(subscribed: boolean): PushState {
    return { publicKey: this.publicKey, subscribed: subscribed && this.publicKey !== null };
  }
}
