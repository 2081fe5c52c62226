import { randomUUID } from 'node:crypto';
import { type SeenDto, recordLastSeen } from '@duet/contracts';
import { Clock, LOGGER, type Log, PeriodicJob, RpcClient } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { PRESENCE_REDIS, type SharedRedis } from '../redis/redis.js';
import type { LocalUser } from '../sockets/sockets.js';

/**
 * A sorted set: a member `chatId|userId` per person whose time is not stored yet, scored with the millisecond at which a
 * process last had a socket of theirs.
 */
const KEY = 'presence:seen';

/** One check for expired people records at most this many; the next one continues. */
const STEP = 500;

type Person = Pick<SeenDto, 'chatId' | 'userId'>;

const memberOf = ({ chatId, userId }: Person): string => `${chatId}|${userId}`;

function seenOf(member: string, score: string | undefined): SeenDto {
  const [chatId = '', userId = ''] = member.split('|');
  return { chatId, userId, at: new Date(Number(score)).toISOString() };
}

/**
 * When people were last online. messaging stores it once, when a person's last socket has closed. A heartbeat in Redis survives
 * the process that holds the sockets: any replica records the people whose heartbeat has stopped.
 */
@Injectable()
export class LastSeen implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly expiredCheck: PeriodicJob;

  constructor(
    @Inject(RealtimeConfig) private readonly config: RealtimeConfig,
    @Inject(PRESENCE_REDIS) private readonly redis: SharedRedis,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.expiredCheck = new PeriodicJob(
      config.SWEEP_INTERVAL,
      () => this.recordExpired(),
      (cause) => this.log.warn({ err: cause }, 'last seen check failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.expiredCheck.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.expiredCheck.stop();
  }

  /** The heartbeat of these people, of whom those count whose couple shows it. */
  async renew(users: readonly LocalUser[]): Promise<void> {
    const now = this.clock.now().getTime();
    const renewed = users.flatMap(({ chatId, userId, lastSeen }) =>
      chatId === null || lastSeen === null ? [] : [now, memberOf({ chatId, userId })],
    );
    if (renewed.length > 0) await this.run(() => this.redis.zadd(KEY, 'GT', ...renewed));
  }

  /** A person's last visible socket here has closed. @returns what to record, should no replica have another one */
  leave(person: Person): SeenDto {
    const now = this.clock.now();
    void this.run(() => this.redis.zadd(KEY, 'GT', now.getTime(), memberOf(person)));
    return { ...person, at: now.toISOString() };
  }

  /** Forgets a person whose couple has ended, or hides it. */
  forget(person: Person): void {
    void this.run(() => this.redis.zrem(KEY, memberOf(person)));
  }

  /** Reports the visits to messaging; after a failure, a later check of any replica reports them. */
  async record(seen: SeenDto[]): Promise<void> {
    try {
      await this.rpc.call(recordLastSeen, { requestId: randomUUID() }, { seen });
    } catch (cause) {
      this.log.warn({ err: cause }, 'last seen record failed');
      return;
    }
    await this.run(() => this.redis.zrem(KEY, ...seen.map(memberOf)));
  }

  /** Records the people of a process that crashed, or could not reach messaging. Two replicas may record the same ones. */
  private async recordExpired(): Promise<void> {
    const before = this.clock.now().getTime() - this.config.PRESENCE_EXPIRY;
    const reply = await this.run(() => this.redis.zrangebyscore(KEY, '-inf', before, 'WITHSCORES', 'LIMIT', 0, STEP));
    const seen = (reply ?? []).flatMap((member, at, all) => (at % 2 === 0 ? [seenOf(member, all[at + 1])] : []));
    if (seen.length > 0) await this.record(seen);
  }

  /** Null if Redis does not answer: the heartbeat is best effort, like presence. */
  private async run<Reply>(command: () => Promise<Reply>): Promise<Reply | null> {
    try {
      return await command();
    } catch (cause) {
      this.log.debug({ err: cause }, 'last seen heartbeat failed');
      return null;
    }
  }
}
