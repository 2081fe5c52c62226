import type { ServerToClientEvents } from '../realtime/socket-events.js';

/** The sockets that receive an event: both partners' devices, one user's devices, or one session's. */
export type Audience = { couple: string } | { user: string } | { session: string };

type EventName = keyof ServerToClientEvents;

/** One socket event for one audience, typed by the socket contract. */
export type Delivery = {
  [Name in EventName]: { to: Audience; event: Name; data: Parameters<ServerToClientEvents[Name]>[0] };
}[EventName];

/**
 * The definition of an event, named `noun.past`.
 * - `durable`: other services receive it through JetStream.
 * - `personal`: it contains names, texts or pictures, and is erased from outboxes and stream with the account.
 * - `deliver`: the socket events that it becomes, and their audiences.
 * - `published`: the part that the stream stores, when sockets receive more than other services.
 */
export interface EventDefinition<Payload, Published = Payload> {
  readonly name: string;
  readonly durable: boolean;
  readonly personal?: boolean;
  readonly deliver?: (payload: Payload) => Delivery[];
  readonly published?: (payload: Payload) => Published;
  readonly type?: Payload;
  readonly publishedType?: Published;
}

/** Defines an event; the type parameters are its payload and the published part. */
export const defineEvent =
  <Payload, Published = Payload>() =>
  (
    definition: Omit<EventDefinition<Payload, Published>, 'type' | 'publishedType'>,
  ): EventDefinition<Payload, Published> =>
    definition;

/** An event on the bus. Events with one `key` are published in order, but replicas may handle them at once; `id` is unique and identifies repeats. */
export interface EventEnvelope<Payload = unknown> {
  id: string;
  name: string;
  key: string;
  at: string;
  requestId: string;
  /** The W3C `traceparent` of the step that published it, if it is traced. */
  trace?: string;
  payload: Payload;
}
