import type { ServerToClientEvents } from '../realtime/socket-events.js';

/** Whose sockets hear an event. A couple's room holds both partners, a user's room all of one person's devices. */
export type Audience = { couple: string } | { user: string } | { session: string };

type EventName = keyof ServerToClientEvents;

/** One socket event for one audience, typed by the socket contract. */
export type Delivery = {
  [Name in EventName]: { to: Audience; event: Name; data: Parameters<ServerToClientEvents[Name]>[0] };
}[EventName];

/**
 * A fact on the bus, named `noun.past`. `durable` facts reach other services through JetStream; `deliver` says which
 * socket events it becomes and for whom, so the relay knows no event by name. A `personal` fact holds names, words or
 * pictures of people: it leaves outboxes and the stream when one of them deletes the account. `fact` is what of it the
 * other services get to know and the stream keeps for days, where that is not everything the sockets hear.
 */
export interface EventDefinition<Payload, Fact = Payload> {
  readonly name: string;
  readonly durable: boolean;
  readonly personal?: boolean;
  readonly deliver?: (payload: Payload) => Delivery[];
  readonly fact?: (payload: Payload) => Fact;
  readonly type?: Payload;
  readonly factType?: Fact;
}

export const defineEvent =
  <Payload, Fact = Payload>() =>
  (definition: Omit<EventDefinition<Payload, Fact>, 'type' | 'factType'>): EventDefinition<Payload, Fact> =>
    definition;

/** How an event travels: `key` orders (one aggregate, one order), `id` is unique for ever and makes repeats harmless. */
export interface EventEnvelope<Payload = unknown> {
  id: string;
  name: string;
  key: string;
  at: string;
  requestId: string;
  /** The W3C `traceparent` of the step that made it, where that was traced. */
  trace?: string;
  payload: Payload;
}
