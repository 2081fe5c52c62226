import { randomUUID } from 'node:crypto';
import {
  type PersonSnapshot,
  attachmentProcessed,
  conversationHeads,
  conversationPrivacyChanged,
  countUnread,
  emptyConversation,
  fold,
  getConversation,
  getExportMessages,
  getMessageStatistics,
  listExportConversations,
  listPinned,
  markDelivered,
  markPlayed,
  markRead,
  messageRead,
  ownChanged,
  pinMessage,
  searchMessages,
  sendMedia,
  syncConversation,
  userProfileChanged,
  visibleMessages,
} from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
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
const read = (who: Someone, upTo?: number) =>
  world.bus.call(markRead, { chatId: couple.chatId, ...(upTo !== undefined && { upTo }) }, who.caller);
const deliver = (who: Someone, upTo: number) =>
  world.bus.call(markDelivered, { chatId: couple.chatId, upTo }, who.caller);
const page = (who: Someone) => world.bus.call(getConversation, {}, who.caller);
const seen = async (who: Someone) => (await page(who)).messages.map(({ status }) => status);
const screen = async (who: Someone) =>
  visibleMessages(fold(emptyConversation(couple.chatId), { kind: 'page', page: await page(who) })).map(
    ({ status, isRead }) => (isRead ? 'read' : status),
  );
const markerOf = async (viewer: Someone, owner: Someone) =>
  (await page(viewer)).markers.find(({ userId }) => userId === owner.id);

/** Changes the person's switches and waits until messaging has applied them. */
async function set(who: Someone, switches: Partial<PersonSnapshot>): Promise<void> {
  Object.assign(who.snapshot, switches, { version: who.snapshot.version + 1 });
  await world.bus.publish(userProfileChanged, who.id, who.snapshot);
  await eventually(async () =>
    expect(await world.rows('SELECT version FROM people WHERE id = $1', [who.id])).toEqual([
      { version: who.snapshot.version },
    ]),
  );
}

describe('a delivery receipt', () => {
  it('shows on messages, moves forward only and never falls behind the read marker', async () => {
    for (let n = 0; n < 3; n += 1) await say(couple.ada);
    const marker = await deliver(couple.ben, 2);
    expect(marker).toMatchObject({ userId: couple.ben.id, upTo: 0, deliveredUpTo: 2, rev: 4 });
    const { ownRev: _, ...shown } = marker;
    await eventually(() =>
      expect(world.bus.live(messageRead)).toContainEqual({
        chatId: couple.chatId,
        rev: 4,
        actorId: couple.ben.id,
        partnerId: couple.ada.id,
        marker,
        shown,
      }),
    );
    expect(await seen(couple.ada)).toEqual(['delivered', 'delivered', 'sent']);
    expect(await deliver(couple.ben, 1)).toEqual(marker);
    expect(await deliver(couple.ben, 2)).toEqual(marker);
    expect(await read(couple.ben, 1)).toMatchObject({ upTo: 1, deliveredUpTo: 2, rev: 5 });
    expect(await seen(couple.ada)).toEqual(['read', 'delivered', 'sent']);
    expect(await read(couple.ben)).toMatchObject({ upTo: 3, deliveredUpTo: 3, rev: 6 });
    expect(await deliver(couple.ben, Number.MAX_SAFE_INTEGER)).toMatchObject({ upTo: 3, deliveredUpTo: 3, rev: 6 });
    expect((await say(couple.ada)).status).toBe('sent');
    const { changes } = await world.bus.call(syncConversation, { after: 5 }, couple.ada.caller);
    expect(changes[0]).toMatchObject({
      kind: 'marker',
      rev: 6,
      marker: { userId: couple.ben.id, upTo: 3, deliveredUpTo: 3 },
    });
  });

  it('rejects strangers', async () => {
    const other = await world.couple();
    const codes = [
      await world.bus.refusal(markDelivered, { chatId: other.chatId, upTo: 1 }, couple.ada.caller),
      await world.bus.refusal(markDelivered, { chatId: randomUUID(), upTo: 1 }, couple.ada.caller),
      await world.bus.refusal(markDelivered, { chatId: couple.chatId, upTo: 1 }, world.someone().caller),
    ].map(({ code }) => code);
    expect(codes).toEqual(['CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND']);
  });
});

const exporting = ({ id }: Someone) => ({
  token: accessToken(world.keys, { userId: id, sessionId: randomUUID() }, 60, 'export'),
});

/** Every answer about the conversation that this person can get, as text. */
const seenBy = async (who: Someone): Promise<string> =>
  JSON.stringify([
    await page(who),
    await world.bus.call(syncConversation, { after: 0, ownAfter: 0 }, who.caller),
    await world.bus.call(syncConversation, { after: 0 }, who.caller),
    await world.bus.call(searchMessages, { q: 'hi' }, who.caller),
    await world.bus.call(listPinned, {}, who.caller),
    await world.bus.call(listExportConversations, {}, exporting(who)),
    await world.bus.call(getExportMessages, { chatId: couple.chatId, after: 0 }, exporting(who)),
    await world.bus.call(getMessageStatistics, {}, who.caller),
    await world.bus.call(countUnread, {}, who.caller),
    await world.bus.call(conversationHeads, { userIds: [who.id] }),
  ]);
const ownOf = async (who: Someone, ownAfter = 0) =>
  (await world.bus.call(syncConversation, { after: 0, ownAfter }, who.caller)).own;
const moves = () => world.bus.live(messageRead).filter(({ chatId }) => chatId === couple.chatId);
const ownMoves = () => world.bus.live(ownChanged).filter(({ chatId }) => chatId === couple.chatId);

describe('hidden receipts', () => {
  it.each([
    ['the reader', 'ben'],
    ['the writer', 'ada'],
  ] as const)('switched off by %s leave no trace at the partner, and the reader keeps the marker', async (_, who) => {
    const first = await say(couple.ada);
    await world.bus.call(pinMessage, { messageId: first._id }, couple.ben.caller);
    await read(couple.ben);
    await set(couple[who], { readReceipts: false });
    await say(couple.ada);
    const [before, movesBefore] = [await seenBy(couple.ada), moves().length];
    expect(await deliver(couple.ben, 2)).toMatchObject({ upTo: 1, deliveredUpTo: 2, rev: 3, ownRev: 2 });
    const own = await read(couple.ben);
    expect(own).toMatchObject({ upTo: 2, deliveredUpTo: 2, rev: 3, ownRev: 3 });
    await eventually(() =>
      expect(ownMoves()).toEqual([
        { chatId: couple.chatId, userId: couple.ben.id, change: expect.objectContaining({ ownRev: 2 }) },
        { chatId: couple.chatId, userId: couple.ben.id, change: { kind: 'marker', ownRev: 3, marker: own } },
      ]),
    );
    expect(await seenBy(couple.ada)).toBe(before);
    // The physical order of the rows must not reveal it either.
    expect((await page(couple.ada)).markers.map(({ userId }) => userId)).toEqual(
      [couple.ada.id, couple.ben.id].toSorted(),
    );
    expect(moves()).toHaveLength(movesBefore);
    expect(await markerOf(couple.ben, couple.ben)).toEqual(own);
    expect(await ownOf(couple.ben)).toEqual({
      after: 0,
      changes: [{ kind: 'marker', ownRev: 3, marker: own }],
      marks: [],
      upTo: 3,
      asOf: 3,
      hasMore: false,
    });
    expect(await ownOf(couple.ben, 3)).toEqual({ after: 3, changes: [], marks: [], upTo: 3, asOf: 3, hasMore: false });
    expect(await ownOf(couple.ada)).toEqual({ after: 0, changes: [], marks: [], upTo: 0, asOf: 0, hasMore: false });
    expect(await world.bus.call(countUnread, {}, couple.ben.caller)).toEqual({ count: 0 });
    expect([await screen(couple.ada), await screen(couple.ben)]).toEqual([
      ['read', 'sent'],
      ['read', 'read'],
    ]);
    // The next shared change follows without a gap in the revs.
    expect((await say(couple.ada)).rev).toBe(5);
  });

  it("do not touch the conversation row that the partner's sends lock", async () => {
    await set(couple.ben, { readReceipts: false });
    await say(couple.ada);
    const blocker = await world.another();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [couple.chatId]);
      expect(await deliver(couple.ben, 1)).toMatchObject({ deliveredUpTo: 1 });
      expect(await read(couple.ben)).toMatchObject({ upTo: 1, ownRev: 2 });
    } finally {
      await blocker.end();
    }
  });

  it('number own revisions without holes under repeats and concurrency', async () => {
    await set(couple.ben, { readReceipts: false });
    for (let n = 0; n < 6; n += 1) await say(couple.ada);
    await Promise.all([3, 1, 6, 6, 2, 5].flatMap((upTo) => [read(couple.ben, upTo), deliver(couple.ben, upTo)]));
    await eventually(async () =>
      expect(
        ownMoves()
          .map(({ change }) => change.ownRev)
          .toSorted((a, b) => a - b),
      ).toEqual(Array.from({ length: (await ownOf(couple.ben))?.asOf ?? 0 }, (__, n) => n + 1)),
    );
    const last = await read(couple.ben, 6);
    expect(last).toMatchObject({ upTo: 6, deliveredUpTo: 6, rev: 0 });
    expect(await deliver(couple.ben, 6)).toEqual(last);
    expect((await page(couple.ada)).asOf).toBe(6);
  });

  it('show a marker again at its next move, without the hidden moves and their times', async () => {
    for (let n = 0; n < 3; n += 1) await say(couple.ada);
    await read(couple.ben, 1);
    const shown = await markerOf(couple.ada, couple.ben);
    await set(couple.ben, { readReceipts: false });
    const hidden = await read(couple.ben, 3);
    const before = await seenBy(couple.ada);
    await set(couple.ben, { readReceipts: true });
    expect(await read(couple.ben, 3)).toEqual(hidden);
    expect(await seenBy(couple.ada)).toBe(before);
    // Later deliveries reveal nothing about what was read.
    await say(couple.ada);
    await deliver(couple.ben, 4);
    expect(await markerOf(couple.ada, couple.ben)).toEqual({ ...shown, deliveredUpTo: 4, rev: 6 });
    expect(await seen(couple.ada)).toEqual(['read', 'delivered', 'delivered', 'delivered']);
    const { readAt } = await read(couple.ben);
    expect(await markerOf(couple.ada, couple.ben)).toEqual({
      userId: couple.ben.id,
      upTo: 4,
      deliveredUpTo: 4,
      rev: 7,
      readAt,
    });
    expect(Date.parse(readAt)).toBeGreaterThan(Date.parse(hidden.readAt));
    expect(await seenBy(couple.ada)).not.toContain(hidden.readAt);
    expect(
      JSON.stringify(
        world.bus
          .live(messageRead)
          .filter(({ chatId, marker }) => chatId === couple.chatId && marker.upTo === 4)
          .map((event) => event.shown),
      ),
    ).not.toContain(hidden.readAt);
  });

  it('reach a page of the previous build through its own marker', async () => {
    await say(couple.ada);
    const before = await page(couple.ben);
    await set(couple.ben, { readReceipts: false });
    const marker = await read(couple.ben);
    const sync = await world.bus.call(syncConversation, { after: before.asOf }, couple.ben.caller);
    expect(sync).toEqual({
      chatId: couple.chatId,
      after: 1,
      changes: [{ kind: 'marker', rev: 1, marker }],
      upTo: 1,
      asOf: 1,
      hasMore: false,
    });
    const { own: _, ...loaded } = before;
    const state = fold(fold(emptyConversation(couple.chatId), { kind: 'page', page: loaded }), {
      kind: 'sync',
      page: sync,
    });
    expect(visibleMessages(state).map(({ isRead }) => isRead)).toEqual([true]);
    expect((await page(couple.ben)).markers).toContainEqual(marker);
  });

  it('also hide that a voice note was played', async () => {
    const attachment = {
      id: randomUUID(),
      kind: 'voice' as const,
      filename: 'v.webm',
      size: 1,
      mimeType: 'audio/webm',
      sha256: 'a',
    };
    const { message } = await world.bus.call(
      sendMedia,
      { chatId: couple.chatId, messageType: 'voice', attachments: [attachment], clientMessageId: randomUUID() },
      couple.ada.caller,
    );
    const result = {
      attachmentId: attachment.id,
      userId: couple.ada.id,
      chatId: couple.chatId,
      status: 'ready' as const,
      mimeType: 'audio/mp4',
      size: 1,
      duration: 1,
      waveform: [],
    };
    await world.bus.publish(attachmentProcessed, couple.chatId, result);
    await eventually(async () => expect((await page(couple.ada)).messages[0]?.voiceStatus).toBe('ready'));
    await set(couple.ada, { readReceipts: false });
    expect((await world.bus.call(markPlayed, { messageId: message._id }, couple.ben.caller)).voiceStatus).toBe('ready');
    await set(couple.ada, { readReceipts: true });
    expect((await world.bus.call(markPlayed, { messageId: message._id }, couple.ben.caller)).voiceStatus).toBe(
      'played',
    );
  });
});

describe('typing and presence', () => {
  const shows = async () =>
    (await world.bus.call(conversationHeads, { userIds: [couple.ada.id, couple.ben.id] })).map((head) => head.shows);
  const privacyPushes = () =>
    world.bus.live(conversationPrivacyChanged).filter(({ chatId }) => chatId === couple.chatId).length;

  it('are shown while both allow them, and every change is pushed to the edges', async () => {
    const both = (typing: boolean, online: boolean) => [
      { typing, online },
      { typing, online },
    ];
    expect(await shows()).toEqual(both(true, true));
    await set(couple.ada, { typing: false });
    expect(await shows()).toEqual(both(false, true));
    await set(couple.ben, { online: false });
    expect(await shows()).toEqual(both(false, false));
    await eventually(() => expect(privacyPushes()).toBe(2));
    expect(world.bus.live(conversationPrivacyChanged).at(-1)?.members.toSorted()).toEqual(
      [couple.ada.id, couple.ben.id].toSorted(),
    );
    await set(couple.ada, { typing: true });
    await set(couple.ben, { online: true });
    expect(await shows()).toEqual(both(true, true));
    await eventually(() => expect(privacyPushes()).toBe(4));
    // A new name is no change of the switches; an older event changes nothing.
    await set(couple.ben, { firstName: 'Benno' });
    await world.bus.publish(userProfileChanged, couple.ben.id, { ...couple.ben.snapshot, online: false, version: 1 });
    await set(couple.ben, { firstName: 'Ben' });
    expect(await shows()).toEqual(both(true, true));
    expect(privacyPushes()).toBe(4);
  });

  it('are known from the link event', async () => {
    couple = await world.couple(world.someone({ typing: false }), world.someone({ online: false }));
    expect(await shows()).toEqual([
      { typing: false, online: false },
      { typing: false, online: false },
    ]);
  });
});
