import { randomUUID } from 'node:crypto';
import {
  deleteMessage,
  editMessage,
  getMessageStatistics,
  sendBatch,
  sendMessage,
  toggleReaction,
  userDeleted,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CountsOffTheHotPath1763720000000 } from '../src/migrations/1763720000000-counts-off-the-hot-path.js';
import { type Couple, type Someone, World } from './world.js';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

const say = async (who: Someone, clientMessageId: string = randomUUID()) =>
  (await world.bus.call(sendMessage, { content: 'Hello', clientMessageId }, who.caller)).message;

const drop = (who: Someone, messageId: string) => world.bus.call(deleteMessage, { messageId }, who.caller);

const sent = (who: Someone) => world.bus.call(getMessageStatistics, {}, who.caller);

/** The numbers of undeleted messages of Ada and Ben, counted from the rows. */
async function counted({ chatId, ada, ben }: Couple): Promise<[number, number]> {
  const rows = await world.rows<{ id: string; count: number }>(
    'SELECT sender_id AS id, count(*)::int AS count FROM messages WHERE conversation_id = $1 AND deleted_at IS NULL GROUP BY sender_id',
    [chatId],
  );
  const of = (id: string): number => rows.find((row) => row.id === id)?.count ?? 0;
  return [of(ada.id), of(ben.id)];
}

async function expectSent(byAda: number, byBen: number): Promise<void> {
  expect(await sent(couple.ada)).toEqual({ sentByBoth: byAda + byBen, sentByMe: byAda });
  expect(await sent(couple.ben)).toEqual({ sentByBoth: byAda + byBen, sentByMe: byBen });
  expect(await counted(couple)).toEqual([byAda, byBen]);
}

describe('the count of sent messages', () => {
  it('ignores repeats, edits, reactions and repeated deletes', async () => {
    await expectSent(0, 0);
    const id = randomUUID();
    const first = await say(couple.ada, id);
    await say(couple.ada, id);
    await say(couple.ben);
    await expectSent(1, 1);
    await world.bus.call(editMessage, { messageId: first._id, content: 'Hello again' }, couple.ada.caller);
    await world.bus.call(toggleReaction, { messageId: first._id, emoji: '👍' }, couple.ben.caller);
    await expectSent(1, 1);
    await drop(couple.ada, first._id);
    await drop(couple.ada, first._id);
    await expectSent(0, 1);
  });

  it('is exact under concurrent sends and deletes, over two replicas and in batches', async () => {
    const old = await Promise.all(Array.from({ length: 10 }, () => say(couple.ada)));
    const batch = {
      sends: Array.from({ length: 40 }, (_, index) => ({
        token: (index % 2 ? couple.ada : couple.ben).caller.token,
        send: { content: 'x' },
      })),
    };
    await Promise.all([
      world.bus.call(sendBatch, batch, {}),
      ...old.slice(0, 7).map((message) => drop(couple.ada, message._id)),
      ...Array.from({ length: 20 }, () => say(couple.ben)),
    ]);
    await expectSent(10 + 20 - 7, 20 + 20);
  });

  it('is not changed by a rejected send', async () => {
    const id = randomUUID();
    await say(couple.ada, id);
    await world.bus.refusal(sendMessage, { content: 'Other words', clientMessageId: id }, couple.ada.caller);
    await expectSent(1, 0);
  });

  it('covers the active conversation only and returns with a relink', async () => {
    await say(couple.ada);
    const over = await world.unlink(couple);
    expect(await sent(couple.ada)).toEqual({ sentByBoth: 0, sentByMe: 0 });
    const next = await world.couple(couple.ada, world.someone());
    expect(await sent(couple.ada)).toEqual({ sentByBoth: 0, sentByMe: 0 });
    await world.unlink(next);
    await world.link(over);
    await expectSent(1, 0);
  });

  it('excludes the messages of a deleted account', async () => {
    await say(couple.ada);
    await say(couple.ben);
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    const counts = () =>
      world.rows<{ deleted: number }>(
        'SELECT deleted_count AS deleted FROM conversation_members WHERE conversation_id = $1 ORDER BY user_id = $2',
        [couple.chatId, couple.ada.id],
      );
    await eventually(async () => expect(await counts()).toEqual([{ deleted: 0 }, { deleted: 1 }]));
  });

  it('is zero for a stranger and requires a session', async () => {
    await say(couple.ada);
    expect(await sent(world.someone())).toEqual({ sentByBoth: 0, sentByMe: 0 });
    expect((await world.bus.refusal(getMessageStatistics, {})).code).toBe('UNAUTHENTICATED');
  });
});

describe('the migration of the counts', () => {
  it('can be reverted and repeated, and counts existing messages', async () => {
    await say(couple.ada);
    await drop(couple.ada, (await say(couple.ada))._id);
    const database = world.replicas[0]?.get<DataSource>(getDataSourceToken());
    const runner = database?.createQueryRunner();
    if (!runner) throw new Error('no database');
    const step = new CountsOffTheHotPath1763720000000();
    await step.down(runner);
    await step.up(runner);
    await runner.release();
    await expectSent(1, 0);
    await say(couple.ada);
    await expectSent(2, 0);
  });
});
