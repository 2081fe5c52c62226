import { EVENTS } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { EVENT_STREAM, type EventStream, openEventStream, subjectOf } from '../bus/event-stream.js';
import { AppError } from '../errors/app-error.js';
import { RELAY_LOCK } from './outbox-relay.js';

const PERSONAL: string[] = EVENTS.filter((event) => event.durable && event.personal).map(({ name }) => name);

/** So many facts are overwritten side by side. */
const AT_ONCE = 64;

const READ_WITHIN = 10_000;

/**
 * Takes facts that hold personal data back: out of this service's outbox and dead letters, and out of the stream, where
 * their bytes are overwritten. What remains of a deleted account are facts that name ids and nothing else.
 */
@Injectable()
export class FactErasure {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Bus) private readonly bus: Bus,
  ) {}

  /** @param keys what the facts are ordered by: the person, and what the person shared with others. */
  async erase(keys: readonly string[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Whatever a relay has in hand is in the stream once this is ours, and nothing follows it.
      await tx.query('SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))', [RELAY_LOCK]);
      await tx.query(`DELETE FROM outbox WHERE envelope->>'key' = ANY($1) AND envelope->>'name' = ANY($2)`, [keys, PERSONAL]);
      await tx.query(`DELETE FROM dead_letter WHERE envelope->>'key' = ANY($1)`, [keys]);
    });
    const stream = await openEventStream(this.bus.connection);
    for (const key of keys) await eraseKey(stream, key);
  }
}

/** How many facts of a key there are, by the subject they lie under. */
async function personalOf({ manager }: EventStream, key: string): Promise<[subject: string, count: number][]> {
  const { state } = await manager.streams.info(EVENT_STREAM, { subjects_filter: `events.*.*.${key}` });
  const held = state.subjects ?? {};
  return PERSONAL.map((name): [string, number] => [subjectOf(name, key), held[subjectOf(name, key)] ?? 0]).filter(([, count]) => count > 0);
}

async function eraseKey(stream: EventStream, key: string): Promise<void> {
  for (const [subject, count] of await personalOf(stream, key)) await eraseSubject(stream, subject, count);
  const left = await personalOf(stream, key);
  if (left.length > 0) throw new AppError('UNAVAILABLE', { cause: new Error('facts of a deleted account are still in the stream') });
}

async function eraseSubject({ client, manager }: EventStream, subject: string, count: number): Promise<void> {
  const consumer = await client.consumers.get(EVENT_STREAM, { filter_subjects: subject, headers_only: true });
  const places: number[] = [];
  for await (const message of await consumer.fetch({ max_messages: count, expires: READ_WITHIN })) places.push(message.seq);
  await consumer.delete();
  while (places.length > 0) {
    // Another service may have been faster; whether all are gone is looked at in the end.
    await Promise.allSettled(places.splice(0, AT_ONCE).map((place) => manager.streams.deleteMessage(EVENT_STREAM, place, true)));
  }
}
