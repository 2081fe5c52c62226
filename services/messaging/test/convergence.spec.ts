import { randomUUID } from 'node:crypto';
import {
  type ClientConversation,
  type Incoming,
  type MessageView,
  type OwnChange,
  type PersonSnapshot,
  attachmentProcessed,
  conversationSettingsChanged,
  deleteMessage,
  editMessage,
  emptyConversation,
  fold,
  getConversation,
  isBehind,
  markDelivered,
  markPlayed,
  markRead,
  markerOf,
  messageDeleted,
  messageEdited,
  messagePinned,
  messagePreviewed,
  messageReacted,
  messageRead,
  messageSent,
  messageUnpinned,
  ownChanged,
  pinMessage,
  previewMade,
  removePreview,
  sendMedia,
  sendMessage,
  setDisappearing,
  syncConversation,
  toggleReaction,
  unpinMessage,
  userProfileChanged,
  visibleMessages,
  voiceUpdated,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { ExpiredMessageSweeper } from '../src/disappearing/expired-message-sweeper.js';
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

const messageEvents = [
  messageSent,
  messageReacted,
  messageEdited,
  messageDeleted,
  messagePinned,
  messageUnpinned,
  messagePreviewed,
  voiceUpdated,
];

/** A pushed change. A shared change has a `rev`; a change that only this person sees has an `ownRev`. The other number is 0. */
interface Push {
  rev: number;
  ownRev: number;
  incoming: Incoming;
}

/** All pushes to this person's sockets so far: shared changes in order, then own ones. */
function pushes({ chatId }: Couple, { id }: Someone): Push[] {
  const here = <Payload extends { chatId: string }>(payloads: Payload[]): Payload[] =>
    payloads.filter((payload) => payload.chatId === chatId);
  const both = (change: Extract<Incoming, { kind: 'change' }>['change']): Push => ({
    rev: change.rev,
    ownRev: 0,
    incoming: { kind: 'change', chatId, change },
  });
  const own = (change: OwnChange): Push => ({
    rev: 0,
    ownRev: change.ownRev,
    incoming: { kind: 'own', chatId, change },
  });
  const messages = here(messageEvents.flatMap((event) => world.bus.live(event))).map(({ rev, message }) =>
    both({ kind: 'message', rev, message }),
  );
  const settings = here(world.bus.live(conversationSettingsChanged)).map(({ rev, settings: agreed }) =>
    both({ kind: 'settings', rev, settings: agreed }),
  );
  const moves = here(world.bus.live(messageRead));
  const markers = moves.map(({ rev, actorId, marker, shown }) =>
    both({ kind: 'marker', rev, marker: actorId === id ? marker : shown }),
  );
  const mine = moves
    .filter(({ actorId }) => actorId === id)
    .map(({ marker }) => own({ kind: 'marker', ownRev: marker.ownRev ?? 0, marker }));
  const hidden = here(world.bus.live(ownChanged))
    .filter(({ userId }) => userId === id)
    .map(({ change }) => own(change));
  return [...messages, ...markers, ...settings, ...mine, ...hidden].toSorted(
    (a, b) => a.rev - b.rev || a.ownRev - b.ownRev,
  );
}

const page = (who: Someone) => world.bus.call(getConversation, { limit: 100 }, who.caller);
const load = async (who: Someone): Promise<ClientConversation> =>
  fold(emptyConversation(couple.chatId), { kind: 'page', page: await page(who) });
const foldPush = (state: ClientConversation, { incoming }: Push) => fold(state, incoming);
const catchUp = (state: ClientConversation, who: Someone, limit: number) =>
  world.bus.call(
    syncConversation,
    { after: state.upTo, limit, ...(state.own.upTo !== null && { ownAfter: state.own.upTo }) },
    who.caller,
  );
const hintOf = ({ asOf, own }: Awaited<ReturnType<typeof page>>): Incoming => ({
  kind: 'hint',
  chatId: couple.chatId,
  rev: asOf,
  ownRev: own?.asOf,
});

/** Makes an unavailable change again, as clients do: on a busy machine a turn may come too late. */
const asClient = <Answer>(change: () => Promise<Answer>, attempts = 3): Promise<Answer> =>
  change().catch((cause: unknown) => {
    if (attempts > 1 && cause instanceof AppError && cause.code === 'UNAVAILABLE')
      return asClient(change, attempts - 1);
    throw cause;
  });

/** Switches the person's receipts on or off. */
async function showReceipts(who: Someone, readReceipts: boolean): Promise<void> {
  const event: PersonSnapshot = { ...who.snapshot, readReceipts, version: who.snapshot.version + 1 };
  Object.assign(who.snapshot, event);
  await world.bus.publish(userProfileChanged, who.id, event);
  await eventually(async () =>
    expect(await world.rows('SELECT version FROM people WHERE id = $1', [who.id])).toEqual([
      { version: event.version },
    ]),
  );
}

const revOf = async () =>
  (await world.rows<{ rev: number }>('SELECT last_rev AS rev FROM conversations WHERE id = $1', [couple.chatId]))[0]
    ?.rev ?? 0;

/** Runs an asynchronous change and waits until the conversation's rev has moved. */
async function changes(act: () => Promise<unknown>): Promise<void> {
  const before = await revOf();
  await act();
  await eventually(async () => expect(await revOf()).toBeGreaterThan(before));
}

/** Makes changes to files, pins, previews and disappearing messages; yields a name after each. */
async function* extras({ chatId, ada, ben }: Couple): AsyncGenerator<string> {
  const file = (kind: 'voice' | 'image') => ({
    id: randomUUID(),
    kind,
    filename: `a.${kind}`,
    size: 9,
    mimeType: 'x/y',
    sha256: randomUUID(),
  });
  const note = file('voice');
  const { message: voice } = await world.bus.call(
    sendMedia,
    { chatId, messageType: 'voice', attachments: [note], clientMessageId: randomUUID() },
    ada.caller,
  );
  yield 'sent a voice note';
  await world.bus.call(markDelivered, { chatId, upTo: voice.seq }, ben.caller);
  yield 'delivered';
  const ready = {
    attachmentId: note.id,
    userId: ada.id,
    chatId,
    status: 'ready' as const,
    mimeType: 'audio/mp4',
    size: 8,
    duration: 1.5,
    waveform: [0.5, 1],
  };
  await changes(() => world.bus.publish(attachmentProcessed, chatId, ready));
  yield 'made it ready';
  await world.bus.call(markPlayed, { messageId: voice._id }, ben.caller);
  yield 'played it';
  await world.bus.call(setDisappearing, { seconds: 3_600 }, ben.caller);
  yield 'switched disappearing messages on';
  const pictures = [file('image'), file('image')];
  const { message: picture } = await world.bus.call(
    sendMedia,
    { chatId, messageType: 'image', attachments: pictures, clientMessageId: randomUUID(), replyTo: voice._id },
    ben.caller,
  );
  yield 'sent pictures that answer it';
  await world.bus.call(pinMessage, { messageId: picture._id }, ada.caller);
  yield 'pinned them';
  await world.bus.call(pinMessage, { messageId: voice._id }, ada.caller);
  await world.bus.call(unpinMessage, { messageId: voice._id }, ben.caller);
  yield 'pinned and unpinned';
  await world.rows('UPDATE messages SET expires_at = now() WHERE id = $1', [picture._id]);
  await changes(() =>
    Promise.all(world.replicas.map((replica) => replica.get(ExpiredMessageSweeper, { strict: false }).sweep())),
  );
  yield 'expired';
  await world.bus.call(setDisappearing, { seconds: null }, ada.caller);
  yield 'switched disappearing messages off';
  const { message: linked } = await world.bus.call(sendMessage, { content: 'https://site.example/' }, ada.caller);
  const preview = { url: linked.content, siteName: 'Site', title: 'A page', description: null };
  await changes(() =>
    world.bus.publish(previewMade, chatId, { messageId: linked._id, chatId, userId: ada.id, preview }),
  );
  yield 'sent a link and got its preview';
  await world.bus.call(removePreview, { messageId: linked._id }, ada.caller);
  yield 'removed the preview';
}

/** Makes changes of every kind; yields a name after each. */
async function* conversation({ ada, ben }: Couple): AsyncGenerator<string> {
  const say = async (who: Someone, content: string, replyTo?: string): Promise<MessageView> =>
    (await world.bus.call(sendMessage, { content, ...(replyTo && { replyTo }) }, who.caller)).message;
  const question = await say(ada, 'question');
  yield 'sent';
  const answer = await say(ben, 'answer', question._id);
  yield 'replied';
  await world.bus.call(markRead, {}, ada.caller);
  yield 'read';
  await world.bus.call(toggleReaction, { messageId: answer._id, emoji: '❤️' }, ada.caller);
  yield 'reacted';
  await world.bus.call(editMessage, { messageId: question._id, content: 'better question' }, ada.caller);
  yield 'edited the quoted message';
  await world.bus.call(toggleReaction, { messageId: answer._id, emoji: '❤️' }, ada.caller);
  yield 'removed the reaction';
  await world.bus.call(deleteMessage, { messageId: question._id }, ada.caller);
  yield 'deleted the quoted message';
  await world.bus.call(markRead, { upTo: 1 }, ben.caller);
  yield 'read by the partner';
  await showReceipts(ada, false);
  await say(ada, 'unseen');
  await world.bus.call(markDelivered, { chatId: couple.chatId, upTo: 2 }, ben.caller);
  yield 'delivered while hidden';
  await world.bus.call(markRead, {}, ben.caller);
  yield 'read while hidden';
  await showReceipts(ada, true);
  await say(ada, 'seen');
  await world.bus.call(markDelivered, { chatId: couple.chatId, upTo: 4 }, ben.caller);
  yield 'delivered visibly again';
  await world.bus.call(markRead, {}, ben.caller);
  yield 'read visibly again';
  await say(ben, 'never mind', answer._id);
  await world.bus.call(deleteMessage, { messageId: answer._id }, ben.caller);
  yield 'deleted a reply';
  yield* extras({ chatId: couple.chatId, ada, ben, version: 1 });
}

/** The messages that this person's screen shows, from a fresh read. */
const screen = async (who: Someone) => visibleMessages(await load(who));

describe('a live update', () => {
  it.each(['ada', 'ben'] as const)(
    'folds into the state of %s as a fresh read would show it, for every kind of change',
    async (name) => {
      const who = couple[name];
      let state = await load(who);
      for await (const what of conversation(couple)) {
        const fresh = await page(who);
        const missed = await eventually(() => {
          const due = pushes(couple, who).filter(
            ({ rev, ownRev }) => rev > state.upTo || ownRev > (state.own.upTo ?? 0),
          );
          expect([
            Math.max(state.upTo, ...due.map(({ rev }) => rev)),
            Math.max(state.own.upTo ?? 0, ...due.map(({ ownRev }) => ownRev)),
          ]).toEqual([fresh.asOf, fresh.own?.asOf]);
          return due;
        });
        state = missed.reduce(foldPush, state);
        expect([what, visibleMessages(state)]).toEqual([what, await screen(who)]);
        const { own, markers, settings } = await load(who);
        expect(state).toMatchObject({ own, markers, settings });
        expect(isBehind(state)).toBe(false);
        // Repeated in reverse order, the pushes change nothing.
        expect(pushes(couple, who).toReversed().reduce(foldPush, state)).toEqual(state);
      }
    },
  );
});

describe('a catch-up', () => {
  it.each(['ada', 'ben'] as const)(
    'gives %s the whole history from any revision, in pages of any size',
    async (name) => {
      const who = couple[name];
      const states = [await load(who)];
      for await (const _ of conversation(couple)) states.push(await load(who));
      const fresh = await page(who);
      for (const old of states) {
        for (const limit of [1, 2, 200]) {
          let state = fold(old, hintOf(fresh));
          while (isBehind(state)) state = fold(state, { kind: 'sync', page: await catchUp(state, who, limit) });
          expect(visibleMessages(state)).toEqual(await screen(who));
          expect(state.settings).toEqual(fresh.settings);
          for (const marker of fresh.markers) expect(markerOf(state, marker.userId)).toEqual(marker);
        }
      }
    },
  );

  it('brings two clients under load to the same screen, whichever pushes they lost', async () => {
    const states = [await load(couple.ada), await load(couple.ben)];
    const people = [couple.ada, couple.ben];
    await Promise.all(
      people.flatMap((who) =>
        Array.from({ length: 40 }, async (_, n) => {
          const send = { content: `${n}`, clientMessageId: randomUUID() };
          const { message } = await asClient(() => world.bus.call(sendMessage, send, who.caller));
          const at = { messageId: message._id };
          if (n % 4 === 0) await asClient(() => world.bus.call(toggleReaction, { ...at, emoji: '👍' }, who.caller));
          if (n % 5 === 0) await asClient(() => world.bus.call(deleteMessage, at, who.caller));
          if (n % 7 === 0) await asClient(() => world.bus.call(markRead, {}, who.caller));
        }),
      ),
    );
    const fresh = await page(couple.ada);
    expect(fresh.messages).toHaveLength(80);
    const screens = await Promise.all(
      people.map(async (who, index) => {
        const received = pushes(couple, who).filter(({ rev, ownRev }) => (rev + ownRev) % 3 !== index);
        let state = received.toReversed().reduce(foldPush, states[index] ?? emptyConversation(couple.chatId));
        state = fold(state, hintOf(await page(who)));
        while (isBehind(state)) state = fold(state, { kind: 'sync', page: await catchUp(state, who, 10) });
        return visibleMessages(state);
      }),
    );
    expect(screens).toEqual([await screen(couple.ada), await screen(couple.ben)]);
  });
});
