import {
  type PublishedMessage,
  couplePurged,
  deleteMessage,
  messageDeleted,
  messageSent,
  sendBatch,
  sendMessage,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { EVENT_STREAM, openEventStream } from '@duet/service-kit';
import { type Couple, type Someone, World } from './world.js';

/** The advisory lock of the relays. */
const RELAY_LOCK = 0x0d0e7;

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

const batch = (who: Someone, ...contents: string[]) =>
  world.bus.call(sendBatch, { sends: contents.map((content) => ({ token: who.caller.token, send: { content } })) });

const say = (who: Someone, content: string) => world.bus.call(sendMessage, { content }, who.caller);

interface GroupRow {
  id: string;
  messages: string[];
  linked: boolean;
  published: boolean;
}

const groups = ({ chatId }: Couple) =>
  world.rows<GroupRow>(
    `SELECT g.id, g.linked, g.published_to IS NOT NULL AS published, array_agg(m.content ORDER BY place) AS messages
     FROM message_groups g CROSS JOIN LATERAL unnest(g.message_ids) WITH ORDINALITY AS given (id, place) JOIN messages m ON m.id = given.id
     WHERE m.conversation_id = $1 GROUP BY g.id ORDER BY g.id`,
    [chatId],
  );

const sentIn = async ({ chatId }: Couple): Promise<PublishedMessage[]> =>
  (await world.bus.events(messageSent)).filter((event) => event.chatId === chatId);

/** The subjects of the stream's messages about a conversation, in their order. */
async function subjectsSince(first: number): Promise<string[]> {
  const { streams } = (await openEventStream(world.bus.connection)).manager;
  const { state } = await streams.info(EVENT_STREAM);
  const subjects: string[] = [];
  for (let seq = first; seq <= state.last_seq; seq += 1)
    subjects.push(String((await streams.getMessage(EVENT_STREAM, { seq }))?.subject));
  return subjects;
}

async function lastOfStream(): Promise<number> {
  await world.bus.events(messageSent);
  return (await (await openEventStream(world.bus.connection)).manager.streams.info(EVENT_STREAM)).state.last_seq;
}

describe('the plain texts of one call', () => {
  it('leave one row, and one event each', async () => {
    await batch(couple.ada, 'one', 'two', 'three');
    const events = await sentIn(couple);
    expect(events.map(({ rev }) => rev)).toEqual([1, 2, 3]);
    expect(events.every(({ receiverId }) => receiverId === couple.ben.id)).toBe(true);
    expect(await groups(couple)).toMatchObject([{ messages: ['one', 'two', 'three'], linked: false, published: true }]);
    expect(await world.rows(`SELECT 1 FROM outbox WHERE envelope->'payload'->>'chatId' = $1`, [couple.chatId])).toEqual(
      [],
    );
  });

  it('keep their order around one with a link, which only that one shows', async () => {
    await batch(couple.ada, 'before', 'https://example.com', 'after');
    expect((await sentIn(couple)).map(({ rev, linked }) => [rev, linked])).toEqual([
      [1, undefined],
      [2, true],
      [3, undefined],
    ]);
    expect((await groups(couple)).map(({ messages }) => messages)).toEqual([
      ['before'],
      ['https://example.com'],
      ['after'],
    ]);
  });

  it('precede their deletion in the stream, although both wait in two tables', async () => {
    const last = await lastOfStream();
    const blocker = await world.another();
    await blocker.query('SELECT pg_advisory_lock($1, hashtext(current_schema()))', [RELAY_LOCK]);
    const { message } = await say(couple.ada, 'soon gone');
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(await groups(couple)).toMatchObject([{ published: false }]);
    await blocker.query('SELECT pg_advisory_unlock_all()');
    await blocker.end();
    await world.bus.events(messageDeleted);
    const order = (await subjectsSince(last + 1)).filter((subject) => subject.endsWith(couple.chatId));
    expect(order).toEqual([messageSent, messageDeleted].map(({ name }) => `events.${name}.${couple.chatId}`));
  });

  it('have no events any more when their conversation was purged before', async () => {
    await say(couple.ada, 'purged');
    const [group] = await groups(couple);
    await world.unlink(couple);
    await world.bus.publish(couplePurged, couple.chatId, {
      coupleId: couple.chatId,
      members: [couple.ada.id, couple.ben.id],
      version: 3,
    });
    await eventually(async () => expect(await groups(couple)).toEqual([]));
    await world.rows('UPDATE message_groups SET published_to = NULL, published_at = NULL WHERE id = $1', [group?.id]);
    await eventually(async () =>
      expect(
        await world.rows('SELECT published_to IS NOT NULL AS published FROM message_groups WHERE id = $1', [group?.id]),
      ).toEqual([{ published: true }]),
    );
  });

  it('are published again into a stream that was wiped', async () => {
    await batch(couple.ada, 'again', 'and again');
    expect(await sentIn(couple)).toHaveLength(2);
    await (await openEventStream(world.bus.connection)).manager.streams.delete(EVENT_STREAM);
    await world.nats.restart();
    await eventually(async () => expect((await sentIn(couple)).map(({ rev }) => rev)).toEqual([1, 2]));
  });
});
