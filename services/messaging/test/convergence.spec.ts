import { randomUUID } from 'node:crypto';
import {
  type ConversationChange, type ConversationState, type MessageView, attachmentProcessed, conversationSettingsChanged, deleteMessage, editMessage, emptyConversation, fold, getConversation,
  isBehind, markDelivered, markPlayed, markRead, messageDeleted, messageEdited, messagePinned, messagePreviewed, messageReacted, messageRead, messageSent, messageUnpinned, pinMessage, previewMade, removePreview, sendMedia, sendMessage,
  setDisappearing, syncConversation, toggleReaction, unpinMessage, visibleMessages, voiceUpdated,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { Sweeper } from '../src/disappearing/sweeper.js';
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

const messageEvents = [messageSent, messageReacted, messageEdited, messageDeleted, messagePinned, messageUnpinned, messagePreviewed, voiceUpdated];

/** Every change of the conversation that was pushed so far, by revision. */
function pushes({ chatId }: Couple): ConversationChange[] {
  const messages = messageEvents.flatMap((event) => world.bus.live(event)).map(({ chatId: at, rev, message }) => ({ at, change: { kind: 'message' as const, rev, message } }));
  const markers = world.bus.live(messageRead).map(({ chatId: at, rev, marker }) => ({ at, change: { kind: 'marker' as const, rev, marker } }));
  const settings = world.bus.live(conversationSettingsChanged).map(({ chatId: at, rev, settings: agreed }) => ({ at, change: { kind: 'settings' as const, rev, settings: agreed } }));
  return [...messages, ...markers, ...settings].filter(({ at }) => at === chatId).map(({ change }) => change).toSorted((a, b) => a.rev - b.rev);
}

const page = (who: Someone) => world.bus.call(getConversation, { limit: 100 }, who.caller);
const load = async (who: Someone): Promise<ConversationState> => fold(emptyConversation(couple.chatId), { kind: 'page', page: await page(who) });
const hear = (state: ConversationState, change: ConversationChange) => fold(state, { kind: 'change', chatId: couple.chatId, change });

const revOf = async () => (await world.rows<{ rev: number }>('SELECT last_rev AS rev FROM conversations WHERE id = $1', [couple.chatId]))[0]?.rev ?? 0;

/** Something that others tell messaging, or that it does by itself; it is done when the conversation has changed. */
async function changes(act: () => Promise<unknown>): Promise<void> {
  const before = await revOf();
  await act();
  await eventually(async () => expect(await revOf()).toBeGreaterThan(before));
}

/** Files, pins, what disappears: the second half of everything. */
async function* extras({ chatId, ada, ben }: Couple): AsyncGenerator<string> {
  const file = (kind: 'voice' | 'image') => ({ id: randomUUID(), kind, filename: `a.${kind}`, size: 9, mimeType: 'x/y', sha256: randomUUID() });
  const note = file('voice');
  const { message: voice } = await world.bus.call(sendMedia, { chatId, messageType: 'voice', attachments: [note], clientMessageId: randomUUID() }, ada.caller);
  yield 'sent a voice note';
  await world.bus.call(markDelivered, { chatId, upTo: voice.seq }, ben.caller);
  yield 'delivered';
  const ready = { attachmentId: note.id, userId: ada.id, chatId, status: 'ready' as const, mimeType: 'audio/mp4', size: 8, duration: 1.5, waveform: [0.5, 1] };
  await changes(() => world.bus.tell(attachmentProcessed, chatId, ready));
  yield 'made it ready';
  await world.bus.call(markPlayed, { messageId: voice._id }, ben.caller);
  yield 'played it';
  await world.bus.call(setDisappearing, { seconds: 3_600 }, ben.caller);
  yield 'agreed that messages disappear';
  const pictures = [file('image'), file('image')];
  const { message: picture } = await world.bus.call(sendMedia, { chatId, messageType: 'image', attachments: pictures, clientMessageId: randomUUID(), replyTo: voice._id }, ben.caller);
  yield 'sent pictures that answer it';
  await world.bus.call(pinMessage, { messageId: picture._id }, ada.caller);
  yield 'pinned them';
  await world.bus.call(pinMessage, { messageId: voice._id }, ada.caller);
  await world.bus.call(unpinMessage, { messageId: voice._id }, ben.caller);
  yield 'pinned and unpinned';
  await world.rows('UPDATE messages SET expires_at = now() WHERE id = $1', [picture._id]);
  await changes(() => Promise.all(world.replicas.map((replica) => replica.get(Sweeper, { strict: false }).sweep())));
  yield 'their time came';
  await world.bus.call(setDisappearing, { seconds: null }, ada.caller);
  yield 'agreed otherwise';
  const { message: linked } = await world.bus.call(sendMessage, { content: 'https://site.example/' }, ada.caller);
  const preview = { url: linked.content, siteName: 'Site', title: 'A page', description: null };
  await changes(() => world.bus.tell(previewMade, chatId, { messageId: linked._id, chatId, userId: ada.id, preview }));
  yield 'sent a link, and its preview came';
  await world.bus.call(removePreview, { messageId: linked._id }, ada.caller);
  yield 'took it away';
}

/** A little of everything that can happen, each step once the one before is done. */
async function* conversation({ ada, ben }: Couple): AsyncGenerator<string> {
  const say = async (who: Someone, content: string, replyTo?: string): Promise<MessageView> => (await world.bus.call(sendMessage, { content, ...(replyTo && { replyTo }) }, who.caller)).message;
  const question = await say(ada, 'question');
  yield 'sent';
  const answer = await say(ben, 'answer', question._id);
  yield 'replied';
  await world.bus.call(markRead, {}, ada.caller);
  yield 'read';
  await world.bus.call(toggleReaction, { messageId: answer._id, emoji: '❤️' }, ada.caller);
  yield 'reacted';
  await world.bus.call(editMessage, { messageId: question._id, content: 'better question' }, ada.caller);
  yield 'edited what is quoted';
  await world.bus.call(toggleReaction, { messageId: answer._id, emoji: '❤️' }, ada.caller);
  yield 'took the reaction back';
  await world.bus.call(deleteMessage, { messageId: question._id }, ada.caller);
  yield 'deleted what is quoted';
  await world.bus.call(markRead, { upTo: 1 }, ben.caller);
  yield 'read by the other';
  await say(ben, 'never mind', answer._id);
  await world.bus.call(deleteMessage, { messageId: answer._id }, ben.caller);
  yield 'deleted a reply';
  yield* extras({ chatId: couple.chatId, ada, ben, version: 1 });
}

describe('a pushed event', () => {
  it('folded into what was held equals a fresh read, for every kind of change', async () => {
    let state = await load(couple.ben);
    for await (const what of conversation(couple)) {
      const fresh = await page(couple.ben);
      const missed = await eventually(() => {
        const due = pushes(couple).filter(({ rev }) => rev > state.upTo);
        expect(due.at(-1)?.rev).toBe(fresh.asOf);
        return due;
      });
      state = missed.reduce(hear, state);
      expect([what, visibleMessages(state)]).toEqual([what, fresh.messages]);
      expect(state.settings).toEqual(fresh.settings);
      expect(isBehind(state)).toBe(false);
      // Once more, and all of them backwards: nothing changes.
      expect(pushes(couple).toReversed().reduce(hear, state)).toEqual(state);
    }
  });
});

describe('a catch-up', () => {
  it('from any revision gives the whole history, in pages of any size', async () => {
    const states = [await load(couple.ada)];
    for await (const _ of conversation(couple)) states.push(await load(couple.ada));
    const fresh = await page(couple.ada);
    for (const old of states) {
      for (const limit of [1, 2, 200]) {
        let state = fold(old, { kind: 'hint', chatId: couple.chatId, rev: fresh.asOf });
        while (isBehind(state)) state = fold(state, { kind: 'sync', page: await world.bus.call(syncConversation, { after: state.upTo, limit }, couple.ada.caller) });
        expect(visibleMessages(state)).toEqual(fresh.messages);
        expect(state.settings).toEqual(fresh.settings);
        expect(state.markers).toEqual(Object.fromEntries(fresh.markers.map((marker) => [marker.userId, marker])));
      }
    }
  });

  it('of two clients under load brings both to the same screen, whatever pushes they lost', async () => {
    const states = [await load(couple.ada), await load(couple.ben)];
    const people = [couple.ada, couple.ben];
    await Promise.all(
      people.flatMap((who) =>
        Array.from({ length: 40 }, async (_, n) => {
          const { message } = await world.bus.call(sendMessage, { content: `${n}` }, who.caller);
          if (n % 4 === 0) await world.bus.call(toggleReaction, { messageId: message._id, emoji: '👍' }, who.caller);
          if (n % 5 === 0) await world.bus.call(deleteMessage, { messageId: message._id }, who.caller);
          if (n % 7 === 0) await world.bus.call(markRead, {}, who.caller);
        }),
      ),
    );
    const fresh = await page(couple.ada);
    expect(fresh.messages).toHaveLength(80);
    const screens = await Promise.all(
      people.map(async (who, index) => {
        const heard = pushes(couple).filter(({ rev }) => rev % 3 !== index);
        let state = heard.toReversed().reduce(hear, states[index] ?? emptyConversation(couple.chatId));
        state = fold(state, { kind: 'hint', chatId: couple.chatId, rev: fresh.asOf });
        while (isBehind(state)) state = fold(state, { kind: 'sync', page: await world.bus.call(syncConversation, { after: state.upTo, limit: 10 }, who.caller) });
        return visibleMessages(state);
      }),
    );
    expect(screens).toEqual([fresh.messages, fresh.messages]);
  });
});
