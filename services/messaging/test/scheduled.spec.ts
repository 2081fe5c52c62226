import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  type ScheduledMessageView,
  cancelScheduled,
  getConversation,
  listScheduled,
  messageSent,
  rescheduleMessage,
  sendMessage,
  userDeleted,
} from '@duet/contracts';
import { eventually, LOCK_WAITS } from '@duet/testing';
import { DataSource } from 'typeorm';
import { claimDue } from '../src/scheduled/scheduled.queries.js';
import { scheduledCalls, startWorldAt } from './scheduled-calls.js';
import type { Couple, Someone, World } from './world.js';

let world: World;
let couple: Couple;

/** The current time of both replicas. */
let now: Date;

beforeAll(async () => {
  world = await startWorldAt(() => now);
});
afterAll(() => world.stop());
beforeEach(async () => {
  now = new Date('2030-03-30T12:00:00Z');
  couple = await world.couple();
});

const { add, list, contents, messagesSent, sendDue, pushesTo } = scheduledCalls(
  () => world,
  () => couple,
);
const code = async (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'ok',
    (cause: { code?: string }) => cause.code,
  );

describe('a scheduled text', () => {
  it("is stored with the sender's local time and visible to the sender only", async () => {
    const clientMessageId = randomUUID();
    const question = await world.bus.call(sendMessage, { content: 'Breakfast?' }, couple.ben.caller);
    const made = await add(couple.ada, 'Good morning', '2030-04-01T09:00', {
      clientMessageId: clientMessageId.toUpperCase(),
      replyTo: question.message._id,
    });
    expect(made).toEqual({
      _id: expect.any(String),
      chatId: couple.chatId,
      clientMessageId,
      content: 'Good morning',
      replyTo: expect.objectContaining({ _id: question.message._id, content: 'Breakfast?' }),
      at: '2030-04-01T09:00',
      timezone: 'Europe/Berlin',
      sendAt: '2030-04-01T07:00:00.000Z',
      version: 1,
    });
    // On this day the clock skips from 2 to 3, so 02:30 does not exist.
    expect((await add(couple.ada, 'leap', '2030-03-31T02:30')).sendAt).toBe('2030-03-31T01:30:00.000Z');
    expect(await contents(couple.ada)).toEqual(['leap', 'Good morning']);
    expect((await list(couple.ada))[1]).toEqual(made);
    expect(await list(couple.ben)).toEqual([]);
    await eventually(() => expect(pushesTo(couple.ada)).toBe(2));
    expect(pushesTo(couple.ben)).toBe(0);
    expect(await messagesSent()).toHaveLength(1);
  });

  it('is stored once per id and rejects invalid times and replies', async () => {
    const clientMessageId = randomUUID();
    const first = await add(couple.ada, 'once', undefined, { clientMessageId });
    const again = await Promise.all([1, 2, 3].map(() => add(couple.ada, 'once', undefined, { clientMessageId })));
    expect(again).toEqual([first, first, first]);
    expect(await code(add(couple.ada, 'twice', undefined, { clientMessageId }))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await code(add(couple.ada, 'x', '2030-03-30T13:00'))).toBe('SCHEDULE_IN_THE_PAST');
    expect(await code(add(couple.ada, 'x', '2031-03-31T00:00'))).toBe('SCHEDULE_TOO_FAR');
    expect(await code(add(couple.ada, 'x', '2030-04-31T09:00'))).toBe('VALIDATION_FAILED');
    expect(await code(add(couple.ada, 'x', 'tomorrow'))).toBe('VALIDATION_FAILED');
    expect(await code(add(couple.ada, 'x', undefined, { timezone: 'Middle/Earth' }))).toBe('VALIDATION_FAILED');
    expect(await code(add(couple.ada, '  '))).toBe('VALIDATION_FAILED');
    expect(await code(add(couple.ada, 'x', undefined, { replyTo: randomUUID() }))).toBe('MESSAGE_NOT_FOUND');
    const foreign = await world.bus.call(sendMessage, { content: 'secret' }, (await world.couple()).ada.caller);
    expect(await code(add(couple.ada, 'x', undefined, { replyTo: foreign.message._id }))).toBe('MESSAGE_NOT_FOUND');
    expect(await code(add(world.someone(), 'x'))).toBe('NO_PARTNER');
    expect(await contents(couple.ada)).toEqual(['once']);
  });

  it('that names its conversation is stored in that one only', async () => {
    await world.unlink(couple);
    const next = await world.couple(couple.ada, world.someone({ firstName: 'Cleo' }));
    const clientMessageId = randomUUID();
    const meant = { chatId: couple.chatId, clientMessageId };
    expect(await code(add(couple.ada, 'for Ben', undefined, meant))).toBe('CONVERSATION_NOT_FOUND');
    expect(await code(add(couple.ada, 'x', undefined, { chatId: 'here' }))).toBe('VALIDATION_FAILED');
    expect(await contents(couple.ada)).toEqual([]);
    const made = await add(couple.ada, 'for Cleo', undefined, { clientMessageId, chatId: next.chatId.toUpperCase() });
    expect(made.chatId).toBe(next.chatId);
    expect(await add(couple.ada, 'for Cleo', undefined, { clientMessageId })).toEqual(made);
  });

  it('can be changed and cancelled by its owner only', async () => {
    const made = await add(couple.ada, 'first');
    const change = (who: Someone, given: object) =>
      world.bus.call(rescheduleMessage, { scheduledId: made._id, ...given }, who.caller);
    expect(await change(couple.ada, { content: 'better' })).toEqual({ ...made, content: 'better', version: 2 });
    expect(await change(couple.ada, { at: '2030-04-02T08:00' })).toMatchObject({
      content: 'better',
      sendAt: '2030-04-02T06:00:00.000Z',
      version: 3,
    });
    expect(await change(couple.ada, { timezone: 'America/New_York' })).toMatchObject({
      at: '2030-04-02T08:00',
      sendAt: '2030-04-02T12:00:00.000Z',
      version: 4,
    });
    expect(await code(change(couple.ada, { at: '2029-04-02T08:00' }))).toBe('SCHEDULE_IN_THE_PAST');
    const cancel = (who: Someone) => world.bus.call(cancelScheduled, { scheduledId: made._id }, who.caller);
    const other = (await world.couple()).ada;
    for (const who of [couple.ben, other])
      expect([await code(change(who, { content: 'x' })), await code(cancel(who))]).toEqual([
        'MESSAGE_NOT_FOUND',
        'MESSAGE_NOT_FOUND',
      ]);
    expect([await code(change(world.someone(), {})), await code(cancel(world.someone()))]).toEqual([
      'NO_PARTNER',
      'NO_PARTNER',
    ]);
    expect(await cancel(couple.ada)).toEqual({ done: true });
    expect([await code(cancel(couple.ada)), await code(change(couple.ada, { content: 'x' }))]).toEqual([
      'MESSAGE_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
    ]);
    expect((await world.bus.refusal(listScheduled, {}, world.someone().caller)).code).toBe('NO_PARTNER');
  });

  it('is limited to fifty per person, also under concurrent requests', async () => {
    const codes = await Promise.all(
      Array.from({ length: LIMITS.scheduledMessages + 3 }, (_, n) => code(add(couple.ada, `${n}`))),
    );
    expect(codes.filter((one) => one === 'ok')).toHaveLength(LIMITS.scheduledMessages);
    expect(codes.filter((one) => one === 'TOO_MANY_SCHEDULED')).toHaveLength(3);
  });
});

describe('a due scheduled text', () => {
  it('is sent once like any other message, whichever replica sends it', async () => {
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) => add(n % 2 ? couple.ada : couple.ben, `later ${n}`)),
    );
    const late = await add(couple.ada, 'not yet', '2030-04-01T09:01');
    now = new Date('2030-04-01T06:59:59Z');
    await sendDue();
    expect(await messagesSent()).toEqual([]);
    now = new Date('2030-04-01T07:00:00Z');
    await Promise.all([sendDue(), sendDue()]);
    await eventually(async () => expect(await messagesSent()).toHaveLength(30));
    const messages = await messagesSent();
    expect(messages.map(({ content }) => content).toSorted()).toEqual(made.map(({ content }) => content).toSorted());
    const ids = new Map(made.map(({ clientMessageId, content }) => [clientMessageId, content]));
    expect(messages.every(({ clientMessageId, content }) => ids.get(clientMessageId) === content)).toBe(true);
    await eventually(() =>
      expect(world.bus.live(messageSent).filter(({ chatId }) => chatId === couple.chatId)).toHaveLength(30),
    );
    expect([await list(couple.ada), await list(couple.ben)]).toEqual([[late], []]);
    await eventually(() => expect(pushesTo(couple.ben)).toBeGreaterThan(15));
    expect(await code(world.bus.call(cancelScheduled, { scheduledId: made[0]?._id ?? '' }, couple.ben.caller))).toBe(
      'MESSAGE_NOT_FOUND',
    );
  });

  it('is stored once when the sender dies between storing the message and deleting the row', async () => {
    const [first, second] = [await add(couple.ada, 'one'), await add(couple.ada, 'two')];
    await world.rows(
      `CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died here'; END $$`,
    );
    await world.rows(
      'CREATE TRIGGER refuse_delete BEFORE DELETE ON scheduled_messages FOR EACH ROW EXECUTE FUNCTION refuse_delete()',
    );
    now = new Date('2030-04-01T07:00:00Z');
    try {
      // Both senders also run by themselves: either may store the messages and die.
      await sendDue();
      await eventually(async () => expect(await messagesSent()).toHaveLength(2));
      expect(await list(couple.ada)).toHaveLength(2);
    } finally {
      await world.rows('DROP FUNCTION refuse_delete CASCADE');
    }
    const messages = await messagesSent();
    expect(messages.map(({ clientMessageId }) => clientMessageId)).toEqual([
      first.clientMessageId,
      second.clientMessageId,
    ]);
    await sendDue();
    await eventually(async () => expect(await list(couple.ada)).toEqual([]));
    expect(await messagesSent()).toEqual(messages);
  });

  it('is sent later when the conversation is locked', async () => {
    await add(couple.ada, 'patient');
    const blocker = await world.another();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [couple.chatId]);
    // Due only once the lock is held: the sender also runs by itself.
    now = new Date('2030-04-01T07:00:00Z');
    await sendDue();
    // Either run may have claimed it. The lock lasts until that run has given up.
    const postponed = 'SELECT FROM scheduled_messages WHERE conversation_id = $1 AND due_at > send_at';
    await eventually(async () => expect(await world.rows(postponed, [couple.chatId])).toHaveLength(1));
    await blocker.query('COMMIT');
    await blocker.end();
    expect(await messagesSent()).toEqual([]);
    now = new Date('2030-04-01T07:00:16Z');
    await sendDue();
    await eventually(async () => expect((await messagesSent()).map(({ content }) => content)).toEqual(['patient']));
  });

  it('is refused when the couple has ended while it waited for its author’s row', async () => {
    const blocker = await world.another();
    await blocker.query('BEGIN');
    const of = [couple.chatId];
    await blocker.query('SELECT FROM conversation_members WHERE conversation_id = $1 FOR UPDATE', of);
    const outcome = code(add(couple.ada, 'too late'));
    await eventually(async () => {
      expect((await world.rows(LOCK_WAITS)).length).toBeGreaterThan(0);
    });
    await blocker.query("UPDATE conversations SET status = 'ended' WHERE id = $1", of);
    await blocker.query('UPDATE conversation_members SET active = false WHERE conversation_id = $1', of);
    await blocker.query('COMMIT');
    await blocker.end();
    expect(await outcome).toBe('NO_PARTNER');
    expect(await world.rows('SELECT FROM scheduled_messages WHERE conversation_id = $1', of)).toEqual([]);
  });

  it('is not claimed once a change that committed during the claim has moved it', async () => {
    const made = await add(couple.ada, 'not at nine');
    const [replica] = world.replicas;
    if (!replica) throw new TypeError('no replica');
    // The claim calls this function between its snapshot and its row locks, and waits there for the blocker.
    await world.rows('CREATE SCHEMA slow');
    await world.rows('GRANT USAGE ON SCHEMA slow TO PUBLIC');
    await world.rows(`
      CREATE FUNCTION slow.hashtext(given text) RETURNS int LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN pg_catalog.hashtext(given); END $$`);
    const blocker = await world.another();
    try {
      await blocker.query('SELECT pg_advisory_lock(4711)');
      const claimed = replica.get(DataSource).transaction(async (tx) => {
        await tx.query('SET LOCAL search_path TO slow, messaging, pg_catalog');
        return claimDue(tx, [new Date('2030-04-01T07:00:00Z')]);
      });
      await eventually(async () =>
        expect(await world.rows(`SELECT FROM pg_locks WHERE objid = 4711 AND NOT granted`)).toHaveLength(1),
      );
      const change = { scheduledId: made._id, at: '2030-04-02T09:00' };
      await world.bus.call(rescheduleMessage, change, couple.ada.caller);
      await blocker.query('SELECT pg_advisory_unlock(4711)');
      expect(await claimed).toEqual([]);
    } finally {
      await blocker.end();
      await world.rows('DROP SCHEMA slow CASCADE');
    }
  });

  it('is never sent after the couple has ended', async () => {
    await add(couple.ada, 'for Ben only');
    const kept: ScheduledMessageView = await add(couple.ben, 'for Ada only');
    const ended = await world.unlink(couple);
    await eventually(async () =>
      expect(await world.rows('SELECT 1 FROM scheduled_messages WHERE conversation_id = $1', [couple.chatId])).toEqual(
        [],
      ),
    );
    // A row that was not deleted, while Ada has a new partner.
    await world.rows(
      `INSERT INTO scheduled_messages (id, conversation_id, user_id, client_message_id, body_hash, content, at, timezone, send_at, due_at, version)
       VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), '', 'for Ben only', $3, 'UTC', $4, $4, 1)`,
      [couple.chatId, couple.ada.id, kept.at, kept.sendAt],
    );
    const next = await world.couple(couple.ada, world.someone());
    now = new Date('2030-04-01T07:00:00Z');
    await sendDue();
    await eventually(async () =>
      expect(await world.rows('SELECT 1 FROM scheduled_messages WHERE conversation_id = $1', [couple.chatId])).toEqual(
        [],
      ),
    );
    expect((await world.bus.call(getConversation, {}, next.ada.caller)).messages).toEqual([]);
    expect(await world.rows('SELECT 1 FROM messages WHERE conversation_id = $1', [ended.chatId])).toEqual([]);
  });

  it('is erased with the account', async () => {
    await add(couple.ada, 'canary for later');
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    await eventually(async () =>
      expect(await world.rows('SELECT 1 FROM scheduled_messages WHERE user_id = $1', [couple.ada.id])).toEqual([]),
    );
  });
});
