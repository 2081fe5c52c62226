import type { Log } from '@duet/service-kit';
import { room } from '../sockets/sockets.js';
import type { SharedRedis } from './redis.js';

type Channel = string;

/** Rooms that need no Redis channel: every replica gets their updates over NATS. */
const isLocalOnly = (channel: Channel): boolean =>
  channel.includes(`#${room.user('')}`) || channel.includes(`#${room.session('')}`);

/**
 * Stands for the two Redis clients of the Socket.IO adapter. The adapter ignores the promises of its calls, so a rejection
 * would end the process; these methods never reject. Subscriptions are renewed after each reconnect.
 */
export class AdapterBus {
  private readonly channels = new Set<Channel>();

  constructor(
    private readonly publisher: SharedRedis,
    private readonly subscriber: SharedRedis,
    private readonly log: Log,
  ) {
    subscriber.on('ready', () => {
      for (const channel of this.channels) this.subscribe(channel);
    });
  }

  on(event: 'smessageBuffer', listener: (channel: Buffer, message: Buffer) => void): this {
    this.subscriber.on(event, listener);
    return this;
  }

  ssubscribe(channel: Channel): void {
    if (isLocalOnly(channel)) return;
    this.channels.add(channel);
    this.subscribe(channel);
  }

  sunsubscribe(channels: Channel | Channel[]): void {
    for (const channel of [channels].flat()) {
      if (this.channels.delete(channel))
        this.subscriber.sunsubscribe(channel).catch((cause: unknown) => this.logFailure(cause));
    }
  }

  /** Lost while Redis is down: typing and presence are best effort. */
  async spublish(channel: Channel, message: string | Buffer): Promise<void> {
    await this.publisher.spublish(channel, message).catch((cause: unknown) => this.logFailure(cause));
  }

  close(): void {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private subscribe(channel: Channel): void {
    this.subscriber.ssubscribe(channel).catch((cause: unknown) => this.logFailure(cause));
  }

  private logFailure(cause: unknown): void {
    this.log.debug({ err: cause }, 'socket adapter redis command failed');
  }
}
