import { randomUUID } from 'node:crypto';
import {
  type MessageView,
  countUnread,
  getConversation,
  markRead,
  messageRead,
  syncConversation,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
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

const say: World['say'] = (...given) => world.say(...given);

describe('reading', () => {
  const seqs = (messages: MessageView[]): number[] => messages.map(({ seq }) => seq);

  it('pages through the conversation from either end', async () => {
    for (let n = 1; n <= 10; n += 1) await say(n % 2 ? couple.ada : couple.ben, `m${n}`);
    const page = async (query: object) => {
      const answer = await world.bus.call(getConversation, query, couple.ada.caller);
      return [...seqs(answer.messages), answer.hasMore];
    };
    expect(await page({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, false]);
    expect(await page({ limit: 4 })).toEqual([7, 8, 9, 10, true]);
    expect(await page({ limit: 4, page: 2 })).toEqual([3, 4, 5, 6, true]);
    expect(await page({ limit: 4, page: 3 })).toEqual([1, 2, false]);
    expect(await page({ limit: 4, page: 4 })).toEqual([false]);
    expect(await page({ limit: 4, page: Number.MAX_SAFE_INTEGER })).toEqual([false]);
    expect(await page({ limit: 3, before: 7 })).toEqual([4, 5, 6, true]);
    expect(await page({ limit: 3, before: 3 })).toEqual([1, 2, false]);
    expect(await page({ before: 1 })).toEqual([false]);
    expect(await page({ limit: 3, before: Number.MAX_SAFE_INTEGER })).toEqual([8, 9, 10, true]);
    expect(await page({ limit: 3, after: 2 })).toEqual([3, 4, 5, true]);
    expect(await page({ limit: 3, after: 8 })).toEqual([9, 10, false]);
    expect(await page({ after: Number.MAX_SAFE_INTEGER })).toEqual([false]);
    expect(await page({ limit: 4, around: 5 })).toEqual([3, 4, 5, 6, true]);
    expect(await page({ limit: 4, around: 1 })).toEqual([1, 2, 3, 4, false]);
    expect(await page({ limit: 4, around: 10 })).toEqual([7, 8, 9, 10, true]);
    expect((await world.bus.refusal(getConversation, { limit: 101 }, couple.ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('shows a stranger nothing', async () => {
    await say(couple.ada, 'ours');
    const stranger = world.someone();
    const other = await world.couple();
    expect((await world.bus.refusal(getConversation, {}, stranger.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(syncConversation, { after: 0 }, stranger.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(countUnread, {}, stranger.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.call(getConversation, {}, other.ada.caller)).messages).toEqual([]);
    expect(await world.bus.call(syncConversation, { after: 0 }, other.ada.caller)).toEqual({
      chatId: other.chatId,
      after: 0,
      changes: [],
      upTo: 0,
      asOf: 0,
      hasMore: false,
    });
  });

  it('catches up from any revision', async () => {
    for (let n = 1; n <= 5; n += 1) await say(couple.ada, `m${n}`);
    await world.bus.call(markRead, { upTo: 3 }, couple.ben.caller);
    await say(couple.ben, 'm6');
    const sync = (after: number, limit?: number) =>
      world.bus.call(syncConversation, { after, ...(limit && { limit }) }, couple.ada.caller);

    const all = await sync(0);
    expect(all.changes.map((change) => [change.kind, change.rev])).toEqual([
      ...[1, 2, 3, 4, 5].map((rev) => ['message', rev]),
      ['marker', 6],
      ['message', 7],
    ]);
    expect(all).toMatchObject({ upTo: 7, asOf: 7, hasMore: false });
    for (let after = 0; after <= 7; after += 1) expect((await sync(after)).changes).toEqual(all.changes.slice(after));
    expect(await sync(4, 2)).toMatchObject({ upTo: 6, asOf: 7, hasMore: true });
    expect(await sync(5, 2)).toMatchObject({ upTo: 7, asOf: 7, hasMore: false });
    expect(await sync(Number.MAX_SAFE_INTEGER)).toMatchObject({ changes: [], upTo: 7, asOf: 7 });
  });
});

describe('read markers', () => {
  it('move forward only, take a revision and define the unread count', async () => {
    for (let n = 1; n <= 4; n += 1) await say(couple.ada, `m${n}`);
    await say(couple.ben, 'm5');
    const unread = (who: Someone) => world.bus.call(countUnread, {}, who.caller);
    expect(await unread(couple.ben)).toEqual({ count: 4 });
    expect(await unread(couple.ada)).toEqual({ count: 1 });

    const marker = await world.bus.call(markRead, { chatId: couple.chatId.toUpperCase(), upTo: 2 }, couple.ben.caller);
    expect(marker).toMatchObject({ userId: couple.ben.id, upTo: 2, rev: 6 });
    const { ownRev, ...shown } = marker;
    expect(ownRev).toBe(1);
    const event = { chatId: couple.chatId, rev: 6, actorId: couple.ben.id, partnerId: couple.ada.id, marker, shown };
    await eventually(() => expect(world.bus.live(messageRead)).toContainEqual(event));

    expect(await unread(couple.ben)).toEqual({ count: 2 });
    expect(await world.bus.call(markRead, { upTo: 1 }, couple.ben.caller)).toEqual(marker);
    expect(await world.bus.call(markRead, { upTo: 2 }, couple.ben.caller)).toEqual(marker);
    expect(await world.bus.call(markRead, {}, couple.ben.caller)).toMatchObject({ upTo: 5, rev: 7 });
    expect(await world.bus.call(markRead, { upTo: Number.MAX_SAFE_INTEGER }, couple.ben.caller)).toMatchObject({
      upTo: 5,
      rev: 7,
    });
    expect(await unread(couple.ben)).toEqual({ count: 0 });

    const { messages, markers, asOf } = await world.bus.call(getConversation, {}, couple.ada.caller);
    expect(messages.map(({ status, isRead }) => [status, isRead])).toEqual([
      ...Array.from({ length: 4 }, () => ['read', true]),
      ['sent', false],
    ]);
    expect(markers.toSorted((a, b) => a.rev - b.rev)).toMatchObject([
      { userId: couple.ada.id, upTo: 0, rev: 0 },
      { userId: couple.ben.id, upTo: 5, rev: 7 },
    ]);
    expect(asOf).toBe(7);
    const markerPushes = world.bus.live(messageRead).filter(({ chatId }) => chatId === couple.chatId);
    expect(markerPushes.map(({ rev }) => rev)).toEqual([6, 7]);
  });

  it('answer for a foreign conversation as for an unknown one', async () => {
    const other = await world.couple();
    const codes = [
      await world.bus.refusal(markRead, { chatId: other.chatId }, couple.ada.caller),
      await world.bus.refusal(markRead, { chatId: randomUUID() }, couple.ada.caller),
      await world.bus.refusal(markRead, { chatId: other.chatId }, world.someone().caller),
      await world.bus.refusal(markRead, {}, world.someone().caller),
    ].map(({ code }) => code);
    expect(codes).toEqual(['CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'NO_PARTNER']);
  });
});
