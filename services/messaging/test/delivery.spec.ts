import { randomUUID } from 'node:crypto';
import {
  type BatchedResult,
  type MessageView,
  coupleUnlinked,
  getConversation,
  messageSent,
  sendBatch,
  sendMessage,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { eventually, LOCK_WAITS } from '@duet/testing';
import { type Couple, type Someone, World, unlinkedEvent } from './world.js';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

interface StoredRow {
  id: string;
  sender_id: string;
  seq: number;
  rev: number;
  content: string;
  client_message_id: string;
}

const stored = ({ chatId }: Couple) =>
  world.rows<StoredRow>(
    'SELECT id, sender_id, seq, rev, content, client_message_id FROM messages WHERE conversation_id = $1 ORDER BY seq',
    [chatId],
  );
const send = async (who: Someone, content: string, clientMessageId = randomUUID()): Promise<MessageView> =>
  (await world.bus.call(sendMessage, { content, clientMessageId }, who.caller)).message;
const entry = (who: Someone, content: string, clientMessageId = randomUUID()) => ({
  token: who.caller.token,
  send: { content, clientMessageId },
});
const code = (cause: unknown) => (cause instanceof AppError ? cause.code : String(cause));
const failure = (result: BatchedResult | undefined) => (result?.ok ? 'ok' : result?.failure.code);
const pushed = (content: string) => world.bus.live(messageSent).filter(({ message }) => message.content === content);
const oneToN = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('many sends at once', () => {
  it('are stored once each, in one order without holes, over both paths and two replicas, with retries', async () => {
    const people = [couple.ada, couple.ben];
    const wanted = people.flatMap((who) =>
      oneToN(200).map((n) => ({ who, content: `${who.snapshot.firstName} ${n}`, clientMessageId: randomUUID() })),
    );
    const acks = new Map<string, MessageView[]>();
    const acknowledge = (clientMessageId: string, message: MessageView) =>
      acks.set(clientMessageId, [...(acks.get(clientMessageId) ?? []), message]);

    const singles = wanted.map(async ({ who, content, clientMessageId }, index) => {
      acknowledge(clientMessageId, await send(who, content, clientMessageId));
      if (index % 3 === 0) acknowledge(clientMessageId, await send(who, content, clientMessageId));
    });
    const batches = [wanted.slice(0, 150), wanted.slice(100, 250), wanted.slice(200, 400)].map(async (part) => {
      const results = await world.bus.call(sendBatch, {
        sends: part.map(({ who, content, clientMessageId }) => entry(who, content, clientMessageId)),
      });
      for (const [index, result] of results.entries()) {
        expect(failure(result)).toBe('ok');
        const id = part[index]?.clientMessageId;
        if (result.ok && id) acknowledge(id, result.message);
      }
    });
    const misused = wanted.slice(0, 20).map(async ({ who, clientMessageId }) => {
      await send(who, 'another text', clientMessageId).catch((cause: unknown) =>
        expect(code(cause)).toBe('IDEMPOTENCY_MISMATCH'),
      );
    });
    await Promise.all([...singles, ...batches, ...misused]);

    const rows = await stored(couple);
    expect(rows.map(({ seq }) => seq)).toEqual(oneToN(400));
    expect(rows.map(({ rev }) => rev)).toEqual(oneToN(400));
    expect(rows.map(({ content }) => content).toSorted()).toEqual(wanted.map(({ content }) => content).toSorted());
    for (const { clientMessageId, content } of wanted) {
      const same = acks.get(clientMessageId) ?? [];
      expect(same.length).toBeGreaterThanOrEqual(1);
      expect(new Set(same.map(({ _id, seq }) => `${_id} ${seq}`)).size).toBe(1);
      expect(rows.find(({ client_message_id }) => client_message_id === clientMessageId)).toMatchObject({
        id: same[0]?._id,
        seq: same[0]?.seq,
        content,
      });
    }
    const events = await eventually(async () => {
      const ours = (await world.bus.events(messageSent)).filter(({ chatId }) => chatId === couple.chatId);
      expect(ours).toHaveLength(400);
      return ours;
    });
    expect(events.map(({ rev }) => rev)).toEqual(oneToN(400));
  });

  it("keep one person's order within a batch", async () => {
    const results = await world.bus.call(sendBatch, {
      sends: oneToN(256).map((n) => entry(n % 2 ? couple.ada : couple.ben, `${n}`)),
    });
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect((await stored(couple)).map(({ content }) => content)).toEqual(oneToN(256).map(String));
  });

  it('do not deadlock across many couples', async () => {
    const couples = await Promise.all(oneToN(8).map(() => world.couple()));
    const batch = (order: Couple[]) =>
      world.bus.call(sendBatch, { sends: order.flatMap(({ ada, ben }) => [entry(ada, 'a'), entry(ben, 'b')]) });
    const results = await Promise.all(oneToN(12).map((n) => batch(n % 2 ? couples : couples.toReversed())));
    expect(results.flat().map(failure)).toEqual(oneToN(12 * 16).map(() => 'ok'));
    for (const one of couples) expect((await stored(one)).map(({ seq }) => seq)).toEqual(oneToN(24));
  });
});

describe('an acknowledgement', () => {
  it('follows the commit, and so does the push', async () => {
    const blocker = await world.another();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE messages IN ACCESS EXCLUSIVE MODE');
    const [text, batchedText] = [`locked ${randomUUID()}`, `locked ${randomUUID()}`];
    const early: string[] = [];
    const sends = [
      send(couple.ada, text).then(() => early.push('single')),
      world.bus.call(sendBatch, { sends: [entry(couple.ben, batchedText)] }).then(() => early.push('batch')),
    ];
    await eventually(async () => {
      expect((await world.rows(LOCK_WAITS)).length).toBeGreaterThan(0);
    });
    expect([early, pushed(text), pushed(batchedText)]).toEqual([[], [], []]);
    await blocker.query('COMMIT');
    await Promise.all(sends);
    expect(early).toHaveLength(2);
    expect((await stored(couple)).map(({ content }) => content).toSorted()).toEqual([text, batchedText].toSorted());
    await eventually(() => expect([pushed(text), pushed(batchedText)].map((events) => events.length)).toEqual([1, 1]));
    await blocker.end();
  });

  it('is never sent for a message that the database rejects, and other messages of the batch are stored', async () => {
    const poison = `poison ${randomUUID()}`;
    await world.rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.content LIKE 'poison%' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`,
    );
    await world.rows('CREATE TRIGGER refuse BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuse()');
    try {
      const other = await world.couple();
      const sends = [
        entry(couple.ada, 'before'),
        entry(couple.ada, poison),
        entry(couple.ada, 'after'),
        entry(couple.ben, 'beside'),
        entry(other.ada, 'elsewhere'),
      ];
      const results = await world.bus.call(sendBatch, { sends });
      expect(results.map(failure)).toEqual(['ok', 'INTERNAL', 'ok', 'ok', 'ok']);
      expect(code(await send(couple.ben, poison).catch((cause: unknown) => cause))).toBe('INTERNAL');
      const rows = await stored(couple);
      expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(rows.filter(({ sender_id }) => sender_id === couple.ada.id).map(({ content }) => content)).toEqual([
        'before',
        'after',
      ]);
      await send(couple.ada, 'last');
      await eventually(() => expect(pushed('last').filter(({ chatId }) => chatId === couple.chatId)).toHaveLength(1));
      expect(pushed(poison)).toEqual([]);
    } finally {
      await world.rows('DROP TRIGGER refuse ON messages');
    }
  });

  it('does not wait for the lock of another conversation', async () => {
    const blocker = await world.another();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [couple.chatId]);
    const other = await world.couple();
    const results = await world.bus.call(sendBatch, {
      sends: [entry(couple.ada, 'stuck'), entry(couple.ada, 'stuck too'), entry(other.ada, 'free')],
    });
    expect(results.map(failure)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'ok']);
    await blocker.query('COMMIT');
    await blocker.end();
    expect(await stored(couple)).toEqual([]);
    expect((await send(couple.ada, 'free again')).seq).toBe(1);
  });
});

describe('an unknown outcome', () => {
  it('is reported when the connection dies before the commit, and a retry stores the message once', async () => {
    await world.rows(
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3); RETURN NULL; END $$`,
    );
    await world.rows(
      'CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()',
    );
    const clientMessageId = randomUUID();
    const attempt = send(couple.ada, 'cut before', clientMessageId).catch((cause: unknown) => cause);
    await eventually(async () => {
      const killed = await world.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ '^(COMMIT|WITH given)' AND state = 'active' AND wait_event = 'PgSleep' AND datname = current_database()`,
      );
      expect(killed).toHaveLength(1);
    });
    expect(code(await attempt)).toBe('UNAVAILABLE');
    await world.rows('DROP TRIGGER dawdle ON messages');
    expect(await stored(couple)).toEqual([]);
    expect(pushed('cut before')).toEqual([]);
    const message = await send(couple.ada, 'cut before', clientMessageId);
    expect((await stored(couple)).map(({ id }) => id)).toEqual([message._id]);
  });

  it('is reported when only the answer of the commit is lost, and a retry finds the message', async () => {
    const clientMessageId = randomUUID();
    world.proxy.arm('cut after');
    expect(await send(couple.ada, 'cut after', clientMessageId).catch(code)).toBe('UNAVAILABLE');
    const rows = await stored(couple);
    expect(rows).toHaveLength(1);
    const retried = await world.bus.call(sendMessage, { content: 'cut after', clientMessageId }, couple.ada.caller);
    expect(retried).toMatchObject({ repeated: true, message: { _id: rows[0]?.id, seq: 1, clientMessageId } });
    expect(await stored(couple)).toEqual(rows);
  });
});

describe('an unlink', () => {
  it('cuts concurrent sends cleanly: later ones are rejected and acknowledged ones are stored', async () => {
    const ended = { ...couple, version: couple.version + 1 };
    const outcomes: Promise<string>[] = [];
    const speak = (n: number) => outcomes.push(send(n % 2 ? couple.ada : couple.ben, `m${n}`).then(() => 'ok', code));
    for (let n = 0; n < 60; n += 1) speak(n);
    await outcomes[5];
    await world.bus.publish(coupleUnlinked, couple.chatId, unlinkedEvent(ended));
    const settled = world.settled(ended);
    for (let n = 60; n < 200; n += 1) speak(n);
    await settled;
    const atTheCut = await stored(couple);
    for (let n = 200; n < 220; n += 1) speak(n);
    const codes = await Promise.all(outcomes);
    expect(await stored(couple)).toEqual(atTheCut);
    expect(new Set(codes)).toEqual(new Set(['ok', 'NO_PARTNER']));
    expect(codes.filter((one) => one === 'ok')).toHaveLength(atTheCut.length);
    expect(codes.slice(200).every((one) => one === 'NO_PARTNER')).toBe(true);
    expect(atTheCut.map(({ seq }) => seq)).toEqual(oneToN(atTheCut.length));
    expect((await world.bus.refusal(getConversation, {}, couple.ada.caller)).code).toBe('NO_PARTNER');
  });
});
