import { randomUUID } from 'node:crypto';
import {
  conversationClosed,
  conversationHeads,
  conversationOpened,
  countUnread,
  coupleLinked,
  couplePurged,
  coupleSettled,
  coupleUnlinked,
  deleteMessage,
  editMessage,
  getConversation,
  markRead,
  messageSent,
  sendMessage,
  syncConversation,
  toggleReaction,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type Couple, type Someone, World, linkedEvent, unlinkedEvent } from './world.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const say: World['say'] = (...given) => world.say(...given);
const heads = (...people: Someone[]) => world.bus.call(conversationHeads, { userIds: people.map(({ id }) => id) });
const opened = (couple: Couple) => world.bus.live(conversationOpened).filter(({ chatId }) => chatId === couple.chatId);
const closed = (couple: Couple) => world.bus.live(conversationClosed).filter(({ chatId }) => chatId === couple.chatId);
const texts = async (who: Someone) =>
  (await world.bus.call(getConversation, {}, who.caller)).messages.map(({ content }) => content);
const row = async ({ chatId }: Couple) =>
  (
    await world.rows<{ status: string; couple_version: number; last_seq: number }>(
      'SELECT status, couple_version, last_seq FROM conversations WHERE id = $1',
      [chatId],
    )
  )[0];

describe('a link', () => {
  it('opens the conversation for both and pushes it to their sockets', async () => {
    const couple = await world.couple();
    await eventually(() =>
      expect(opened(couple)).toEqual([
        {
          chatId: couple.chatId,
          members: [couple.ada.id, couple.ben.id],
          rev: 0,
          ownRevs: { [couple.ada.id]: 0, [couple.ben.id]: 0 },
        },
      ]),
    );
    const stranger = world.someone();
    expect(
      (await heads(couple.ada, couple.ben, stranger)).toSorted((a, b) => a.userId.localeCompare(b.userId)),
    ).toEqual(
      [couple.ada, couple.ben]
        .map(({ id }, at, both) => ({
          userId: id,
          chatId: couple.chatId,
          rev: 0,
          ownRev: 0,
          shows: { typing: true, online: true },
          lastSeen: { userId: both[1 - at]?.id, at: null },
        }))
        .toSorted((a, b) => a.userId.localeCompare(b.userId)),
    );
    expect(await world.bus.call(getConversation, {}, couple.ben.caller)).toMatchObject({
      chatId: couple.chatId,
      messages: [],
      asOf: 0,
      hasMore: false,
      unread: 0,
    });
  });

  it('changes nothing when it is repeated or older than the known version', async () => {
    const first = await world.couple();
    await say(first.ada, 'hello');
    const second = await world.unlink(first);
    await world.bus.publish(coupleLinked, first.chatId, linkedEvent(first));
    const third = await world.link(second);
    await world.bus.publish(coupleLinked, first.chatId, linkedEvent(third));
    await world.bus.publish(coupleUnlinked, first.chatId, unlinkedEvent(second));
    const later = await world.couple();
    expect(await row(first)).toEqual({ status: 'active', couple_version: 3, last_seq: 1 });
    expect(await texts(first.ben)).toEqual(['hello']);
    expect(closed(first)).toHaveLength(1);
    expect(opened(first).map(({ rev }) => rev)).toEqual([0, 1, 1]);
    expect(await row(later)).toMatchObject({ status: 'active' });
  });

  it('to a new partner is applied after the unlink of the old couple, even when it arrives first', async () => {
    const old = await world.couple();
    const next: Couple = { chatId: randomUUID(), ada: old.ada, ben: world.someone({ firstName: 'Cleo' }), version: 1 };
    await world.bus.publish(coupleLinked, next.chatId, linkedEvent(next));
    const settled = world.settled(next);
    await world.unlink(old);
    await settled;
    await say(next.ben, 'new');
    expect(await texts(old.ada)).toEqual(['new']);
    expect((await world.bus.refusal(getConversation, {}, old.ben.caller)).code).toBe('NO_PARTNER');
  });
});

describe('coupleSettled', () => {
  it('answers once the version is applied and times out otherwise', async () => {
    const couple: Couple = { chatId: randomUUID(), ada: world.someone(), ben: world.someone(), version: 1 };
    const waiting = [world.settled(couple), world.settled(couple), world.settled({ ...couple, version: 0 })];
    await world.bus.publish(coupleLinked, couple.chatId, linkedEvent(couple));
    await Promise.all(waiting);
    expect((await world.bus.refusal(coupleSettled, { coupleId: couple.chatId, version: 2 })).code).toBe('TIMEOUT');
  });
});

describe('an unlink', () => {
  it('closes the conversation for both at once, and a relink restores it', async () => {
    const couple = await world.couple();
    const message = await say(couple.ada, 'before');
    const ended = await world.unlink(couple);
    await eventually(() =>
      expect(closed(couple)).toEqual([{ chatId: couple.chatId, members: [couple.ada.id, couple.ben.id] }]),
    );
    for (const { caller } of [couple.ada, couple.ben]) {
      const refusals = await Promise.all([
        world.bus.refusal(sendMessage, { content: 'x' }, caller),
        world.bus.refusal(getConversation, {}, caller),
        world.bus.refusal(syncConversation, { after: 0 }, caller),
        world.bus.refusal(countUnread, {}, caller),
        world.bus.refusal(markRead, {}, caller),
        world.bus.refusal(toggleReaction, { messageId: message._id, emoji: '👍' }, caller),
        world.bus.refusal(editMessage, { messageId: message._id, content: 'x' }, caller),
        world.bus.refusal(deleteMessage, { messageId: message._id }, caller),
      ]);
      expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'NO_PARTNER'));
      expect((await world.bus.refusal(markRead, { chatId: couple.chatId }, caller)).code).toBe(
        'CONVERSATION_NOT_FOUND',
      );
    }
    expect(await heads(couple.ada, couple.ben)).toEqual([]);
    await world.link(ended);
    expect(await texts(couple.ben)).toEqual(['before']);
    expect((await say(couple.ben, 'after')).seq).toBe(2);
  });

  it('wins when it overtakes its link, which then opens nothing', async () => {
    const couple: Couple = { chatId: randomUUID(), ada: world.someone(), ben: world.someone(), version: 2 };
    await world.bus.publish(coupleUnlinked, couple.chatId, unlinkedEvent(couple));
    await world.settled(couple);
    await world.bus.publish(coupleLinked, couple.chatId, linkedEvent({ ...couple, version: 1 }));
    await world.couple();
    expect(await row(couple)).toEqual({ status: 'ended', couple_version: 2, last_seq: 0 });
    expect(opened(couple)).toEqual([]);
  });
});

describe('names', () => {
  it('follow the profile and ignore older events', async () => {
    const ada = world.someone({ firstName: 'Ada', version: 1 });
    await world.bus.publish(userProfileChanged, ada.id, {
      ...ada.snapshot,
      firstName: 'Augusta',
      username: 'augusta',
      version: 3,
    });
    await world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, firstName: 'Addie', version: 2 });
    await eventually(async () =>
      expect(await world.rows('SELECT version FROM people WHERE id = $1', [ada.id])).toEqual([{ version: 3 }]),
    );
    const couple = await world.couple(ada);
    expect((await say(ada, 'hi')).sender).toEqual({ _id: ada.id, firstName: 'Augusta', username: 'augusta' });
    await world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, firstName: 'Countess', version: 4 });
    await eventually(async () =>
      expect((await world.bus.call(getConversation, {}, couple.ben.caller)).messages[0]?.sender.firstName).toBe(
        'Countess',
      ),
    );
  });
});

describe('a deleted account', () => {
  it('loses its messages, ends the conversation and cannot be restored by late events', async () => {
    const couple = await world.couple(world.someone({ firstName: 'Canary', username: 'canary_bird' }));
    const { ada, ben } = couple;
    const canary = 'canary 7f3a words';
    const question = await say(ada, canary);
    await world.bus.call(sendMessage, { content: 'my own', replyTo: question._id }, ben.caller);
    const kept = await say(ben, 'also mine');
    await world.bus.call(toggleReaction, { messageId: kept._id, emoji: '❤️' }, ada.caller);
    await world.bus.call(toggleReaction, { messageId: question._id, emoji: '❤️' }, ben.caller);
    await world.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(() => expect(closed(couple)).toHaveLength(1));
    expect((await world.bus.refusal(sendMessage, { content: 'still here?' }, ben.caller)).code).toBe('NO_PARTNER');

    await eventually(async () =>
      expect(await world.rows('SELECT 1 FROM messages WHERE sender_id = $1 AND deleted_at IS NULL', [ada.id])).toEqual(
        [],
      ),
    );
    expect(JSON.stringify(await world.bus.events(messageSent))).not.toMatch(/canary/i);
    await world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, version: 9 });
    const ended = await world.unlink(couple);
    await world.link(ended);
    const everything = await world.rows<{ all: string }>(
      `SELECT concat((SELECT jsonb_agg(m) FROM messages m), (SELECT jsonb_agg(p) FROM people p), (SELECT jsonb_agg(r) FROM reactions r WHERE user_id = $1),
                     (SELECT jsonb_agg(o) FROM outbox o), (SELECT jsonb_agg(d) FROM dead_letter d)) AS all`,
      [ada.id],
    );
    expect(everything[0]?.all).not.toMatch(/canary/i);
    expect(
      await world.rows('SELECT content FROM messages WHERE conversation_id = $1 ORDER BY seq', [couple.chatId]),
    ).toEqual([{ content: '' }, { content: 'my own' }, { content: 'also mine' }]);
    expect(await row(couple)).toMatchObject({ status: 'ended', couple_version: 3 });
  });
});

describe('a purge', () => {
  const purge = (couple: Couple, version: number) =>
    world.bus.publish(couplePurged, couple.chatId, {
      coupleId: couple.chatId,
      members: [couple.ada.id, couple.ben.id],
      version,
    });

  it('removes an ended conversation for good, even when the end arrives last', async () => {
    const couple = await world.couple();
    const question = await say(couple.ada, 'gone');
    await world.bus.call(sendMessage, { content: 'gone too', replyTo: question._id }, couple.ben.caller);
    await purge(couple, couple.version + 2);
    await say(couple.ada, 'still here');
    await world.bus.publish(coupleUnlinked, couple.chatId, unlinkedEvent({ ...couple, version: couple.version + 1 }));
    await eventually(async () => expect(await row(couple)).toBeUndefined());
    expect(await world.rows('SELECT 1 FROM messages WHERE conversation_id = $1', [couple.chatId])).toEqual([]);
  });

  it('ignores a couple that has relinked since', async () => {
    const couple = await world.couple();
    await say(couple.ada, 'kept');
    const back = await world.link(await world.unlink(couple));
    await purge(couple, couple.version + 1);
    await world.couple();
    expect(await row(couple)).toEqual({ status: 'active', couple_version: back.version, last_seq: 1 });
  });
});
