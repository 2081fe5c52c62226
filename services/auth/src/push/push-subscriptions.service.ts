import { createHash, timingSafeEqual } from 'node:crypto';
import { type Actor, LIMITS, type PushState, type RenewPushDto, type SubscribePushDto } from '@duet/contracts';
import { AppError, Clock, type Tx, violates } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { AuthConfig } from '../config.js';
import { validateSubscription } from './push-endpoint.js';
import { PushQueue } from './push-queue.js';
import { PushSubscription } from './push-subscription.entity.js';
import { forgetOldestSubscriptions } from './push-subscription.queries.js';
import { PushWorker } from './push-worker.js';
import { vapidOf } from './vapid.js';

const isSame = (given: string, stored: string): boolean => {
  const [one, other] = [Buffer.from(given, 'base64url'), Buffer.from(stored, 'base64url')];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Subscribes devices to pushes. */
@Injectable()
export class PushSubscriptionsService {
  private readonly publicKey: string | null;
  private readonly allowPrivate: boolean;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushQueue) private readonly queue: PushQueue,
    @Inject(PushWorker) private readonly worker: PushWorker,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(AuthConfig) config: AuthConfig,
  ) {
    this.publicKey = vapidOf(config)?.publicKey ?? null;
    this.allowPrivate = config.PUSH_TO_PRIVATE_ADDRESSES === 'yes';
  }

  async getState({ sessionId }: Actor): Promise<PushState> {
    const subscription = await this.database.manager.findOneBy(PushSubscription, { sessionId });
    return this.state(subscription?.endpoint ?? null);
  }

  /**
   * Subscribes the caller's device. It replaces the session's subscription, and that of an earlier user of the browser.
   * @throws AppError PUSH_UNAVAILABLE, VALIDATION_FAILED; UNAUTHENTICATED when the session ends meanwhile
   */
  async subscribeDevice(
    { userId, sessionId }: Actor,
    { endpoint, p256dh, auth }: SubscribePushDto,
  ): Promise<PushState> {
    if (this.publicKey === null) throw new AppError('PUSH_UNAVAILABLE');
    validateSubscription({ endpoint, p256dh, auth }, this.allowPrivate);
    const row = {
      id: uuid(),
      userId,
      sessionId,
      endpoint,
      p256dh,
      auth,
      createdAt: this.clock.now(),
      lastSucceededAt: null,
    };
    await this.database
      .transaction((tx) => this.replace(tx, row))
      .catch((cause: unknown) => {
        throw violates(cause, 'push_subscriptions_session_fkey') ? new AppError('UNAUTHENTICATED', { cause }) : cause;
      });
    return this.state(endpoint);
  }

  async unsubscribeDevice({ sessionId }: Actor): Promise<PushState> {
    await this.database.manager.delete(PushSubscription, { sessionId });
    return this.state(null);
  }

  /** Replaces a subscription that the browser has renewed. @throws AppError NOT_FOUND unless endpoint and secret of the old one match; VALIDATION_FAILED */
  async renewSubscription({ oldEndpoint, oldAuth, endpoint, p256dh, auth }: RenewPushDto): Promise<void> {
    validateSubscription({ endpoint, p256dh, auth }, this.allowPrivate);
    await this.database.transaction(async (tx) => {
      const subscription = await tx.findOne(PushSubscription, {
        where: { endpoint: oldEndpoint },
        lock: { mode: 'pessimistic_write' },
      });
      if (!subscription || !isSame(oldAuth, subscription.auth)) throw new AppError('NOT_FOUND');
      if (endpoint !== oldEndpoint) await tx.delete(PushSubscription, { endpoint });
      await tx.update(PushSubscription, { id: subscription.id }, { endpoint, p256dh, auth });
    });
  }

  /** Sends a test push to the caller's device. @throws AppError PUSH_OFF */
  async sendTestPush({ sessionId }: Actor): Promise<void> {
    const subscription = await this.database.manager.findOneBy(PushSubscription, { sessionId });
    if (!subscription) throw new AppError('PUSH_OFF');
    await this.queue.queuePushes([subscription.id], { kind: 'test', about: '' });
    this.worker.kick();
  }

  private async replace(tx: Tx, row: PushSubscription): Promise<void> {
    await tx.delete(PushSubscription, [{ endpoint: row.endpoint }, { sessionId: row.sessionId }]);
    await tx.insert(PushSubscription, row);
    await forgetOldestSubscriptions(tx, [row.userId, LIMITS.pushSubscriptions]);
  }

  /** @param endpoint null without a subscription */
  private state(endpoint: string | null): PushState {
    if (endpoint === null || this.publicKey === null) return { publicKey: this.publicKey, subscribed: false };
    const endpointHash = createHash('sha256').update(endpoint).digest('base64url');
    return { publicKey: this.publicKey, subscribed: true, endpointHash };
  }
}
