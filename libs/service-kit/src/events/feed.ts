import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import type { Bus } from '../bus/bus.js';
import { EVENT_STREAM, nullIfMissing, openEventStream, subjectOf } from '../bus/event-stream.js';
import type { Log } from '../observe/tokens.js';

const RETRY_OPENING = 500;
const ACK_WAIT = 15_000;
const NANOS = 1_000_000;

/** Unacknowledged events of all replicas together, including those that wait for a retry. */
const IN_HAND = 32;

/**
 * Reads one kind of event through a durable consumer that replicas share, and creates stream and consumer again when they
 * are missing. It extends the acknowledgement deadline of received events, so that a slow handler causes no redelivery. Each
 * consumer has one filter: NATS servers before 2.10 support no more.
 */
export class Feed {
  private messages: ConsumerMessages | null = null;
  private readonly inHand: JsMsg[] = [];
  private work: Promise<void> = Promise.resolve();
  private handling: Promise<void> | null = null;
  private retry: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private stopped = false;

  /**
   * @param durable name of the durable consumer
   * @param event name of the event
   * @param handle acknowledges or refuses each message
   * @param ackWait milliseconds after which the server redelivers an event that was neither acknowledged nor renewed
   */
  constructor(
    private readonly bus: Bus,
    private readonly log: Log,
    readonly durable: string,
    private readonly event: string,
    private readonly handle: (message: JsMsg) => Promise<void>,
    private readonly ackWait = ACK_WAIT,
  ) {}

  /** Starts to consume. After an interruption it starts again by itself, until `stop`. */
  start(): void {
    if (this.stopped) return;
    this.heartbeat ??= setInterval(() => this.renew(), this.ackWait / 3);
    this.work = this.consume()
      .catch((cause: unknown) => this.log.warn({ err: cause, event: this.event }, 'event feed interrupted'))
      .then(() => {
        if (!this.stopped) this.retry = setTimeout(() => this.start(), RETRY_OPENING);
      });
  }

  /** Counts the events that this service has not acknowledged. @throws without the bus */
  async pending(): Promise<number> {
    const { manager } = await openEventStream(this.bus.connection, this.bus.streamReplicas);
    const { num_pending: waiting, num_ack_pending: inHand } = await manager.consumers.info(EVENT_STREAM, this.durable);
    return waiting + inHand;
  }

  /** Stops after the current event. The server redelivers the other received events. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    this.messages?.stop();
    for (const message of this.inHand.splice(1)) message.nak();
    await this.work;
    await this.handling;
    clearInterval(this.heartbeat);
  }

  private async consume(): Promise<void> {
    const { client, manager } = await openEventStream(this.bus.connection, this.bus.streamReplicas);
    const limits = { ack_wait: this.ackWait * NANOS, max_ack_pending: IN_HAND };
    const known = await manager.consumers.info(EVENT_STREAM, this.durable).catch(nullIfMissing);
    // A consumer with another filter is from an older build. Its successor redelivers events, which handlers tolerate.
    const isOurs = known?.config.filter_subject === subjectOf(this.event);
    if (known && !isOurs) await manager.consumers.delete(EVENT_STREAM, this.durable);
    if (isOurs) await manager.consumers.update(EVENT_STREAM, this.durable, limits);
    else
      await manager.consumers.add(EVENT_STREAM, {
        durable_name: this.durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        filter_subject: subjectOf(this.event),
        ...limits,
      });
    const consumer = await client.consumers.get(EVENT_STREAM, this.durable);
    this.messages = await consumer.consume({ max_messages: IN_HAND, abort_on_missing_resource: true });
    // Stopped while it was opening: the server redelivers what it has delivered.
    if (this.stopped) return this.messages.stop();
    for await (const message of this.messages) this.take(message);
  }

  private take(message: JsMsg): void {
    if (this.stopped) return message.nak();
    this.inHand.push(message);
    this.handling ??= this.handleAll();
  }

  /** Handles messages in order of arrival. A message is renewed until it is handled. */
  private async handleAll(): Promise<void> {
    for (let [message] = this.inHand; message; [message] = this.inHand) {
      await this.handle(message).catch((cause: unknown) =>
        this.log.warn({ err: cause, event: this.event }, 'event outcome not reported'),
      );
      this.inHand.shift();
    }
    // At once: a message that came in a later microtask would find work that has ended.
    this.handling = null;
  }

  private renew(): void {
    if (this.bus.isConnected()) for (const message of this.inHand) message.working();
  }
}
