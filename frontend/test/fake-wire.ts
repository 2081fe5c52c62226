import type { ClientToServerEvents, MessageView, ServerToClientEvents } from '@duet/contracts';
import type { Acknowledgement, ServerEvent, OpenWire, ClientEvent, Wire } from '../src/sync/socket-wire.js';

type Told<Event extends ServerEvent> = Parameters<ServerToClientEvents[Event]>[0];
type Listeners = { [Event in ServerEvent]?: ((data: Told<Event>) => void)[] };

/** A typed socket whose server side is the test. */
export class FakeWire implements Wire {
  readonly said: { event: ClientEvent; data: unknown }[] = [];
  /** The acknowledgement of a send; by default none ever arrives. */
  answerSend: (data: Parameters<ClientToServerEvents['send_message']>[0]) => Promise<Acknowledgement<'send_message'>> =
    () => Promise.reject(new Error('no answer'));
  isReachable = true;
  private readonly listeners: Listeners = {};
  private hearDown: (willRetry: boolean) => void = () => undefined;
  private hearGaveUp: () => void = () => undefined;

  readonly open: OpenWire = () => this;

  constructor(private readonly userId: string) {}

  connect(): void {
    if (this.isReachable) this.tell('authenticated', { userId: this.userId });
    else this.hearGaveUp();
  }

  disconnect(): void {
    this.hearDown(false);
  }

  breakOff(): void {
    this.isReachable = false;
    this.hearDown(true);
  }

  on<Event extends ServerEvent>(event: Event, hear: ServerToClientEvents[Event]): () => void {
    Object.assign(this.listeners, { [event]: [...(this.listeners[event] ?? []), hear] });
    return () => {
      const rest = [];
      for (const other of this.listeners[event] ?? []) if (other !== hear) rest.push(other);
      Object.assign(this.listeners, { [event]: rest });
    };
  }

  onDown(hear: (willRetry: boolean) => void): void {
    this.hearDown = hear;
  }

  onGaveUp(hear: () => void): void {
    this.hearGaveUp = hear;
  }

  emit(event: ClientEvent, data: unknown): void {
    this.said.push({ event, data });
  }

  ask<Event extends ClientEvent>(
    event: Event,
    data: Parameters<ClientToServerEvents[Event]>[0],
  ): Promise<Acknowledgement<Event>>;
  ask(event: ClientEvent, data: never): Promise<unknown> {
    this.said.push({ event, data });
    return event === 'send_message' ? this.answerSend(data) : Promise.reject(new Error('no answer'));
  }

  /** Server side: delivers an event. */
  tell<Event extends ServerEvent>(event: Event, data: Told<Event>): void {
    const listeners: Listeners[Event] = this.listeners[event];
    for (const hear of listeners ?? []) hear(data);
  }

  sends(): { clientMessageId?: string; content: string }[] {
    return this.said
      .filter(({ event }) => event === 'send_message')
      .map(({ data }) => data as { clientMessageId?: string; content: string });
  }
}

export const stored = (message: MessageView): Acknowledgement<'send_message'> => ({ ok: true, data: message });
