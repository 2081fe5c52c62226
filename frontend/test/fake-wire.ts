import type { ClientToServerEvents, MessageView, ServerToClientEvents } from '@duet/contracts';
import type { Acknowledgement, ServerEvent, OpenWire, ClientEvent, Wire } from '../src/sync/socket-wire.js';

type Payload<Event extends ServerEvent> = Parameters<ServerToClientEvents[Event]>[0];
type Listeners = { [Event in ServerEvent]?: ((data: Payload<Event>) => void)[] };

/** A typed socket whose server side is the test. */
export class FakeWire implements Wire {
  readonly emitted: { event: ClientEvent; data: unknown }[] = [];
  /** The acknowledgement of a send; by default none ever arrives. */
  answerSend: (data: Parameters<ClientToServerEvents['send_message']>[0]) => Promise<Acknowledgement<'send_message'>> =
    () => Promise.reject(new Error('no answer'));
  isReachable = true;
  private readonly listeners: Listeners = {};
  private downListener: (willRetry: boolean) => void = () => undefined;
  private gaveUpListener: () => void = () => undefined;

  readonly open: OpenWire = () => this;

  constructor(private readonly userId: string) {}

  connect(): void {
    if (this.isReachable) this.deliver('authenticated', { userId: this.userId });
    else this.gaveUpListener();
  }

  disconnect(): void {
    this.downListener(false);
  }

  breakOff(): void {
    this.isReachable = false;
    this.downListener(true);
  }

  on<Event extends ServerEvent>(event: Event, listener: ServerToClientEvents[Event]): () => void {
    Object.assign(this.listeners, { [event]: [...(this.listeners[event] ?? []), listener] });
    return () => {
      const rest = [];
      for (const other of this.listeners[event] ?? []) if (other !== listener) rest.push(other);
      Object.assign(this.listeners, { [event]: rest });
    };
  }

  onDown(listener: (willRetry: boolean) => void): void {
    this.downListener = listener;
  }

  onGaveUp(listener: () => void): void {
    this.gaveUpListener = listener;
  }

  emit(event: ClientEvent, data: unknown): void {
    this.emitted.push({ event, data });
  }

  ask<Event extends ClientEvent>(
    event: Event,
    data: Parameters<ClientToServerEvents[Event]>[0],
  ): Promise<Acknowledgement<Event>>;
  ask(event: ClientEvent, data: never): Promise<unknown> {
    this.emitted.push({ event, data });
    return event === 'send_message' ? this.answerSend(data) : Promise.reject(new Error('no answer'));
  }

  /** Server side: delivers an event. */
  deliver<Event extends ServerEvent>(event: Event, data: Payload<Event>): void {
    const listeners: Listeners[Event] = this.listeners[event];
    for (const listener of listeners ?? []) listener(data);
  }

  sends(): { clientMessageId?: string; content: string }[] {
    return this.emitted
      .filter(({ event }) => event === 'send_message')
      .map(({ data }) => data as { clientMessageId?: string; content: string });
  }
}

export const stored = (message: MessageView): Acknowledgement<'send_message'> => ({ ok: true, data: message });
