import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  StorageType,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

export const EVENT_STREAM = 'EVENTS';

/** The subject of an event in the stream. It contains the key, so that erasure finds the events of one person or couple. */
export const subjectOf = (eventName: string, key = '*'): string => `events.${eventName}.${key}`;

/** Replaces the key in the subject of a bundle, whose events have several keys. */
export const MANY = 'many';

const DAY_NANOS = 24 * 60 * 60 * 1_000_000_000;

/** Days that events stay in the stream: a service that was down for less catches up by itself. */
const STREAM_DAYS = 7;

/** JetStream drops a repeated publish of the same event within this time. */
const DEDUPLICATION_NANOS = 10 * 60 * 1_000_000_000;

export interface EventStream {
  client: JetStreamClient;
  manager: JetStreamManager;
  /** The stream's creation time. It changes when the store was wiped. */
  created: string;
}

/** Turns the server's answer that a stream or consumer does not exist into null, and throws any other failure. */
export function nullIfMissing(cause: unknown): null {
  const isMissing =
    cause instanceof JetStreamApiError &&
    (cause.code === JetStreamApiCodes.StreamNotFound || cause.code === JetStreamApiCodes.ConsumerNotFound);
  if (isMissing) return null;
  throw cause;
}

/** Opens the stream of events and creates it when it is missing. @param replicas of a stream that is created */
export async function openEventStream(connection: NatsConnection, replicas = 1): Promise<EventStream> {
  const manager = await jetstreamManager(connection, { timeout: 5_000 });
  const known = await manager.streams.info(EVENT_STREAM).catch(nullIfMissing);
  const info =
    known ??
    (await manager.streams.add({
      name: EVENT_STREAM,
      subjects: ['events.>'],
      storage: StorageType.File,
      max_age: STREAM_DAYS * DAY_NANOS,
      duplicate_window: DEDUPLICATION_NANOS,
      num_replicas: replicas,
    }));
  return { client: jetstream(connection, { timeout: 5_000 }), manager, created: info.created };
}
