import { type JetStreamClient, type JetStreamManager, StorageType, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

export const EVENT_STREAM = 'EVENTS';

/** Where a fact lies in the stream: by its name and its key, so that what concerns one person or couple can be found. */
export const subjectOf = (eventName: string, key = '*'): string => `events.${eventName}.${key}`;

/** Stands for the key where facts of several lie together. */
export const MANY = 'many';

const DAY_NANOS = 24 * 60 * 60 * 1_000_000_000;

/** Facts stay in the stream this long: a service that was away for less catches up by itself. */
const STREAM_DAYS = 7;

/** A repeated publish of the same event within this time is one entry. */
const DEDUPLICATION_NANOS = 10 * 60 * 1_000_000_000;

export interface EventStream {
  client: JetStreamClient;
  manager: JetStreamManager;
  /** When this very stream was created: another value means that its store was wiped. */
  created: string;
}

/** Opens the stream of facts, making it where it is not there yet. */
export async function openEventStream(connection: NatsConnection, replicas = 1): Promise<EventStream> {
  const manager = await jetstreamManager(connection, { timeout: 5_000 });
  const info = await manager.streams.info(EVENT_STREAM).catch(() =>
    manager.streams.add({
      name: EVENT_STREAM,
      subjects: ['events.>'],
      storage: StorageType.File,
      max_age: STREAM_DAYS * DAY_NANOS,
      duplicate_window: DEDUPLICATION_NANOS,
      num_replicas: replicas,
    }),
  );
  return { client: jetstream(connection, { timeout: 5_000 }), manager, created: info.created };
}
