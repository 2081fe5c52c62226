import { EVENTS } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { EVENT_STREAM, type EventStream, openEventStream, subjectOf } from '../bus/event-stream.js';
import { AppError } from '../errors/app-error.js';
import { RELAY_LOCK } from './outbox-relay.js';
import { eraseDeadLetters, eraseEvents, lockOutRelay } from './outbox.queries.js';

const PERSONAL: string[] = EVENTS.filter((event) => event.durable && event.personal).map(({ name }) => name);

/** Messages of the stream that are deleted in parallel. */
const AT_ONCE = 64;

/** Milliseconds. */
const READ_WITHIN = 10_000;

/**
 * Erases events with personal data from this service's outbox and from the stream, where their bytes are overwritten.
 * Events that contain only ids remain there. Dead letters are erased by key, with or without personal data.
 */
@Injectable()
export class EventErasure {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Bus) private readonly bus: Bus,
  ) {}

  /**
   * Erases the personal events and the dead letters with these keys.
   * @param keys ids of the user and of the couples that the user belonged to
   * @throws AppError UNAVAILABLE when some are still in the stream; erasing again is safe
   */
  async erase(keys: readonly string[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      // The relay holds this lock while it publishes: afterwards its events are in the stream, and no more follow.
      await lockOutRelay(tx, [RELAY_LOCK]);
      await eraseEvents(tx, [keys, PERSONAL]);
      await eraseDeadLetters(tx, [keys]);
    });
    const stream = await openEventStream(this.bus.connection, this.bus.streamReplicas);
    for (const key of keys) await eraseKey(stream, key);
  }
}

/** Counts the personal events of a key by subject. */
async function personalOf({ manager }: EventStream, key: string): Promise<[subject: string, count: number][]> {
  const { state } = await manager.streams.info(EVENT_STREAM, { subjects_filter: `events.*.*.${key}` });
  const counts = state.subjects ?? {};
  return PERSONAL.map((name): [string, number] => [subjectOf(name, key), counts[subjectOf(name, key)] ?? 0]).filter(
    ([, count]) => count > 0,
  );
}

async function eraseKey(stream: EventStream, key: string): Promise<void> {
  for (const [subject, count] of await personalOf(stream, key)) await eraseSubject(stream, subject, count);
  const left = await personalOf(stream, key);
  if (left.length > 0)
    throw new AppError('UNAVAILABLE', { cause: new Error('events of a deleted account are still in the stream') });
}

async function eraseSubject({ client, manager }: EventStream, subject: string, count: number): Promise<void> {
  const consumer = await client.consumers.get(EVENT_STREAM, { filter_subjects: subject, headers_only: true });
  const sequences: number[] = [];
  for await (const message of await consumer.fetch({ max_messages: count, expires: READ_WITHIN }))
    sequences.push(message.seq);
  await consumer.delete();
  while (sequences.length > 0) {
    // Another service may delete the same messages; `eraseKey` checks the result.
    await Promise.allSettled(
      sequences.splice(0, AT_ONCE).map((seq) => manager.streams.deleteMessage(EVENT_STREAM, seq, true)),
    );
  }
}
