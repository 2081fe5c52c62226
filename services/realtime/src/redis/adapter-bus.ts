import type { Log } from '@duet/service-kit';
import type { Redis } from 'ioredis';
import { room } from '../sockets/sockets.js';

type Channel = string;

/** Rooms that no other replica ever speaks to: what concerns them arrives over NATS at every replica. */
const isLocalOnly = (channel: Channel): boolean => channel.includes(`#${room.user('')}`) || channel.includes(`#${room.session('')}`);

/**
 * What the Socket.IO adapter sees instead of two Redis clients. The adapter drops the promises of its calls, so one
 * that rejects would end the process: here none ever does. Subscriptions are remembered and made again whenever the
 * connection is back.
 */
export class AdapterBus {
  private readonly channels = new Set<Channel>();

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
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
      if (this.channels.delete(channel)) this.subscriber.sunsubscribe(channel).catch((cause: unknown) => this.note(cause));
    }
  }

  /** Lost when Redis is away: typing and presence have no promise. */
  async spublish(channel: Channel, message: string | Buffer): Promise<void> {
    await this.publisher.spublish(channel, message).catch((cause: unknown) => this.note(cause));
  }

  close(): void {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private subscribe(channel: Channel): void {
    this.subscriber.ssubscribe(channel).catch((cause: unknown) => this.note(cause));
  }

  private note(cause: unknown): void {
    this.log.debug({ err: cause }, 'the adapter could not reach redis');
  }
}
