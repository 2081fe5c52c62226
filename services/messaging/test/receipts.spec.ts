import { randomUUID } from 'node:crypto';
import {
  type PersonFact, attachmentProcessed, conversationHeads, conversationPrivacyChanged, emptyConversation, fold, getConversation, markDelivered, markPlayed, markRead, messageRead,
  sendMedia, syncConversation, userProfileChanged, visibleMessages,
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
const read = (who: Someone, upTo?: number) => world.bus.call(markRead, { chatId: couple.chatId, ...(upTo !== undefined && { upTo }) }, who.caller);
const deliver = (who: Someone, upTo: number) => world.bus.call(markDelivered, { chatId: couple.chatId, upTo }, who.caller);
const page = (who: Someone) => world.bus.call(getConversation, {}, who.caller);
const seen = async (who: Someone) => (await page(who)).messages.map(({ status }) => status);
const screen = async (who: Someone) =>
  visibleMessages(fold(emptyConversation(couple.chatId), { kind: 'page', page: await page(who) })).map(({ status, isRead }) => (isRead ? 'read' : status));
const markerOf = async (viewer: Someone, owner: Someone) => (await page(viewer)).markers.find(({ userId }) => userId === owner.id);

/** The person sets switches; the fact has arrived. */
async function set(who: Someone, switches: Partial<PersonFact>): Promise<void> {
  Object.assign(who.fact, switches, { version: who.fact.version + 1 });
  await world.bus.tell(userProfileChanged, who.id, who.fact);
  await eventually(async () => expect(await world.rows('SELECT version FROM people WHERE id = $1', [who.id])).toEqual([{ version: who.fact.version }]));
}

describe('what was delivered', () => {
  it('shows as such, moves forward only, and is no more than what was read', async () => {
    for (let n = 0; n < 3; n += 1) await say(couple.ada);
    const marker = await deliver(couple.ben, 2);
    expect(marker).toMatchObject({ userId: couple.ben.id, upTo: 0, deliveredUpTo: 2, rev: 4 });
    await eventually(() => expect(world.bus.live(messageRead)).toContainEqual({ chatId: couple.chatId, rev: 4, actorId: couple.ben.id, partnerId: couple.ada.id, marker, shown: marker }));
    expect(await seen(couple.ada)).toEqual(['delivered', 'delivered', 'sent']);
    expect(await deliver(couple.ben, 1)).toEqual(marker);
    expect(await deliver(couple.ben, 2)).toEqual(marker);
    expect(await read(couple.ben, 1)).toMatchObject({ upTo: 1, deliveredUpTo: 2, rev: 5 });
    expect(await seen(couple.ada)).toEqual(['read', 'delivered', 'sent']);
    expect(await read(couple.ben)).toMatchObject({ upTo: 3, deliveredUpTo: 3, rev: 6 });
    expect(await deliver(couple.ben, Number.MAX_SAFE_INTEGER)).toMatchObject({ upTo: 3, deliveredUpTo: 3, rev: 6 });
    expect((await say(couple.ada)).status).toBe('sent');
    const { changes } = await world.bus.call(syncConversation, { after: 5 }, couple.ada.caller);
    expect(changes[0]).toMatchObject({ kind: 'marker', rev: 6, marker: { userId: couple.ben.id, upTo: 3, deliveredUpTo: 3 } });
  });

  it('is not for strangers', async () => {
    const other = await world.couple();
    const codes = [
      await world.bus.refusal(markDelivered, { chatId: other.chatId, upTo: 1 }, couple.ada.caller),
      await world.bus.refusal(markDelivered, { chatId: randomUUID(), upTo: 1 }, couple.ada.caller),
      await world.bus.refusal(markDelivered, { chatId: couple.chatId, upTo: 1 }, world.someone().caller),
    ].map(({ code }) => code);
    expect(codes).toEqual(['CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND']);
  });
});

describe('receipts that are off', () => {
  it.each([['the reader', 'ben'], ['the writer', 'ada']] as const)('for %s leave the marker where it stood for the partner, not for oneself', async (_, who) => {
    await say(couple.ada);
    await read(couple.ben);
    const before = await markerOf(couple.ada, couple.ben);
    await set(couple[who], { readReceipts: false });
    await say(couple.ada);
    await deliver(couple.ben, 2);
    const own = await read(couple.ben);
    expect(own).toMatchObject({ upTo: 2, deliveredUpTo: 2 });
    expect(await markerOf(couple.ben, couple.ben)).toEqual(own);
    const shown = { ...before, rev: own.rev };
    expect(await markerOf(couple.ada, couple.ben)).toEqual(shown);
    await eventually(() => expect(world.bus.live(messageRead)).toContainEqual({ chatId: couple.chatId, rev: own.rev, actorId: couple.ben.id, partnerId: couple.ada.id, marker: own, shown }));
    const { changes } = await world.bus.call(syncConversation, { after: own.rev - 1 }, couple.ada.caller);
    expect(changes).toEqual([{ kind: 'marker', rev: own.rev, marker: shown }]);
    expect([await screen(couple.ada), await screen(couple.ben)]).toEqual([['read', 'sent'], ['read', 'read']]);
    // Back on, both see again what is read from then on.
    await set(couple[who], { readReceipts: true });
    expect(await screen(couple.ada)).toEqual(['read', 'sent']);
    await say(couple.ada);
    await read(couple.ben);
    expect(await screen(couple.ada)).toEqual(['read', 'read', 'read']);
  });

  it('fold to the same screens as a fresh read', async () => {
    await set(couple.ben, { readReceipts: false });
    const load = async (viewer: Someone) => fold(emptyConversation(couple.chatId), { kind: 'page', page: await page(viewer) });
    let [ada, ben] = [await load(couple.ada), await load(couple.ben)];
    const message = await say(couple.ada);
    const marker = await read(couple.ben);
    const moved = await eventually(() => {
      const found = world.bus.live(messageRead).find(({ chatId, rev }) => chatId === couple.chatId && rev === marker.rev);
      if (!found) throw new Error('not yet');
      return found;
    });
    ada = fold(fold(ada, { kind: 'reply', message }), { kind: 'change', chatId: couple.chatId, change: { kind: 'marker', rev: moved.rev, marker: moved.shown } });
    ben = fold(fold(ben, { kind: 'reply', message }), { kind: 'change', chatId: couple.chatId, change: { kind: 'marker', rev: moved.rev, marker: moved.marker } });
    expect(visibleMessages(ada)).toEqual(visibleMessages(await load(couple.ada)));
    expect(visibleMessages(ben)).toEqual(visibleMessages(await load(couple.ben)));
    expect([visibleMessages(ada)[0]?.isRead, visibleMessages(ben)[0]?.isRead]).toEqual([false, true]);
  });

  it('do not tell of a voice note that was played either', async () => {
    const attachment = { id: randomUUID(), kind: 'voice' as const, filename: 'v.webm', size: 1, mimeType: 'audio/webm', sha256: 'a' };
    const { message } = await world.bus.call(sendMedia, { chatId: couple.chatId, messageType: 'voice', attachments: [attachment], clientMessageId: randomUUID() }, couple.ada.caller);
    const result = { attachmentId: attachment.id, userId: couple.ada.id, chatId: couple.chatId, status: 'ready' as const, mimeType: 'audio/mp4', size: 1, duration: 1, waveform: [] };
    await world.bus.tell(attachmentProcessed, couple.chatId, result);
    await eventually(async () => expect((await page(couple.ada)).messages[0]?.voiceStatus).toBe('ready'));
    await set(couple.ada, { readReceipts: false });
    expect((await world.bus.call(markPlayed, { messageId: message._id }, couple.ben.caller)).voiceStatus).toBe('ready');
    await set(couple.ada, { readReceipts: true });
    expect((await world.bus.call(markPlayed, { messageId: message._id }, couple.ben.caller)).voiceStatus).toBe('played');
  });
});

describe('typing and online', () => {
  const shows = async () => (await world.bus.call(conversationHeads, { userIds: [couple.ada.id, couple.ben.id] })).map((head) => head.shows);
  const told = () => world.bus.live(conversationPrivacyChanged).filter(({ chatId }) => chatId === couple.chatId).length;

  it('pass while both have them on, and the edges hear of every change', async () => {
    const both = (typing: boolean, online: boolean) => [{ typing, online }, { typing, online }];
    expect(await shows()).toEqual(both(true, true));
    await set(couple.ada, { typing: false });
    expect(await shows()).toEqual(both(false, true));
    await set(couple.ben, { online: false });
    expect(await shows()).toEqual(both(false, false));
    await eventually(() => expect(told()).toBe(2));
    expect(world.bus.live(conversationPrivacyChanged).at(-1)?.members.toSorted()).toEqual([couple.ada.id, couple.ben.id].toSorted());
    await set(couple.ada, { typing: true });
    await set(couple.ben, { online: true });
    expect(await shows()).toEqual(both(true, true));
    await eventually(() => expect(told()).toBe(4));
    // Another name is no change of these, and an older fact is none at all.
    await set(couple.ben, { firstName: 'Benno' });
    await world.bus.tell(userProfileChanged, couple.ben.id, { ...couple.ben.fact, online: false, version: 1 });
    await set(couple.ben, { firstName: 'Ben' });
    expect(await shows()).toEqual(both(true, true));
    expect(told()).toBe(4);
  });

  it('are known from the link on', async () => {
    couple = await world.couple(world.someone({ typing: false }), world.someone({ online: false }));
    expect(await shows()).toEqual([{ typing: false, online: false }, { typing: false, online: false }]);
  });
});
