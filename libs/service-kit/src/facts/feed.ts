import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import type { Bus } from '../bus/bus.js';
import { EVENT_STREAM, openEventStream, subjectOf } from '../bus/event-stream.js';
import type { Log } from '../observe/tokens.js';

const RETRY_OPENING = 500;
const ACK_WAIT_NANOS = 15_000 * 1_000_000;
const IN_HAND = 64;

/**
 * One kind of fact from the stream, through a durable consumer that replicas share. It opens the stream and the
 * consumer anew whenever they are gone. (One filter per consumer: servers before 2.10 know no more.)
 */
export class Feed {
  private messages: ConsumerMessages | null = null;
  private work: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly bus: Bus,
    private readonly log: Log,
    readonly durable: string,
    private readonly event: string,
    private readonly digest: (message: JsMsg) => Promise<void>,
  ) {}

  start(): void {
    if (this.stopped) return;
    this.work = this.consume()
      .catch((cause: unknown) => this.log.warn({ err: cause, event: this.event }, 'facts cannot be read right now'))
      .then(() => {
        if (!this.stopped) this.retry = setTimeout(() => this.start(), RETRY_OPENING);
      });
  }

  /** How many facts wait for this service, those in hand included. */
  async pending(): Promise<number> {
    const { manager } = await openEventStream(this.bus.connection);
    const { num_pending: waiting, num_ack_pending: inHand } = await manager.consumers.info(EVENT_STREAM, this.durable);
    return waiting + inHand;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    this.messages?.stop();
    await this.work;
  }

  private async consume(): Promise<void> {
    const { client, manager } = await openEventStream(this.bus.connection);
    const known = await manager.consumers.info(EVENT_STREAM, this.durable).catch(() => null);
    // One that listens elsewhere is from an older build; its facts come again, which does no harm.
    if (known && known.config.filter_subject !== subjectOf(this.event)) await manager.consumers.delete(EVENT_STREAM, this.durable);
    await manager.consumers.add(EVENT_STREAM, {
      durable_name: this.durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT_NANOS,
      max_ack_pending: IN_HAND,
      filter_subject: subjectOf(this.event),
    });
    const consumer = await client.consumers.get(EVENT_STREAM, this.durable);
    this.messages = await consumer.consume({ max_messages: IN_HAND, abort_on_missing_resource: true });
    // Told to stop while it was opening: what was handed over but not digested comes again to whoever is next.
    if (this.stopped) return this.messages.stop();
    for await (const message of this.messages) await this.digest(message);
  }
}
