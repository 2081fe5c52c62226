import type { ClientToServerEvents, MessageView, ServerToClientEvents } from '@duet/contracts';
import type { Answer, Heard, OpenWire, Said, Wire } from '../src/api/socket-wire.js';

type Told<Event extends Heard> = Parameters<ServerToClientEvents[Event]>[0];
type Listeners = { [Event in Heard]?: ((data: Told<Event>) => void)[] };

/** A typed socket whose other end is the test. */
export class FakeWire implements Wire {
  readonly said: { event: Said; data: unknown }[] = [];
  /** What a send is answered; the default is that no answer ever comes back. */
  answerSend: (data: Parameters<ClientToServerEvents['send_message']>[0]) => Promise<Answer<'send_message'>> = () => Promise.reject(new Error('no answer'));
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

  on<Event extends Heard>(event: Event, hear: ServerToClientEvents[Event]): () => void {
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

  emit(event: Said, data: unknown): void {
    this.said.push({ event, data });
  }

  ask<Event extends Said>(event: Event, data: Parameters<ClientToServerEvents[Event]>[0]): Promise<Answer<Event>>;
  ask(event: Said, data: never): Promise<unknown> {
    this.said.push({ event, data });
    return event === 'send_message' ? this.answerSend(data) : Promise.reject(new Error('no answer'));
  }

  /** The server's side: an event arrives. */
  tell<Event extends Heard>(event: Event, data: Told<Event>): void {
    const listeners: Listeners[Event] = this.listeners[event];
    for (const hear of listeners ?? []) hear(data);
  }

  sends(): { clientMessageId?: string; content: string }[] {
    return this.said.filter(({ event }) => event === 'send_message').map(({ data }) => data as { clientMessageId?: string; content: string });
  }
}

export const stored = (message: MessageView): Answer<'send_message'> => ({ ok: true, data: message });
