import { randomUUID } from 'node:crypto';
import {
  type KeepableMessage,
  STICKERS,
  capsuleUpdated,
  changeContribution,
  createCapsule,
  deleteCapsule,
  deleteContribution,
  finishCapsule,
  getCapsule,
  keepMessage,
  listTimeline,
  messageDeleted,
  sealCapsule,
  userDeleted,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type TestUser, eventually } from '@duet/testing';
import { type KeptThings, startKeepingPeers } from './keeping-peers.js';
import { type KeepingScene, WORDS, albumsOf, inIt, keepingCalls, startKeeping } from './keeping-scene.js';
import { type RunningMemories, album, bury } from './running-memories.js';

let scene: KeepingScene;
let memories: RunningMemories;
let known: KeptThings;

beforeAll(async () => {
  scene = await startKeeping();
  ({
    memories,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

beforeEach(() => {
  memories.itIs('2026-11-22T12:00:00Z');
  known.onAsked = () => undefined;
});

const { couple, say } = keepingCalls(() => scene);

function forget(coupleId: string, { messageId }: KeepableMessage): void {
  known.messages.set(
    coupleId,
    (known.messages.get(coupleId) ?? []).filter((message) => message.messageId !== messageId),
  );
}

const keep = (by: TestUser, { messageId }: KeepableMessage, more: { capsuleId?: string; clientId?: string } = {}) =>
  by.call(keepMessage, { messageId, clientId: randomUUID(), ...more });

const refused = (by: TestUser, messageId: string, more: object = {}) =>
  by.refusal(keepMessage, { messageId, clientId: randomUUID(), ...more });

/** Messaging answers one more question, and then fails. */
function failAfterFirstQuestion(): void {
  const before = known.asked;
  known.onAsked = (count) => {
    if (count > before + 1) throw new AppError('UNAVAILABLE');
  };
}

describe('keeping a message', () => {
  it('titles the album in the language of the person who keeps first, for both', async () => {
    const [ada, bob, coupleId] = await couple();
    await keep(ada.reading('de'), say(coupleId, bob));
    await keep(bob.reading('es'), say(coupleId, ada));
    expect(await albumsOf(bob.reading('es'))).toMatchObject([{ title: 'Aufgehobene Momente' }]);
  });

  it('copies its words into the album of kept things, on the day that it was for the couple', async () => {
    const [ada, bob, coupleId] = await couple('Europe/Berlin');
    const message = say(coupleId, bob);
    const { contribution, repeated } = await keep(ada, message);
    expect(repeated).toBe(false);
    expect(contribution).toMatchObject({
      author: ada.id,
      kind: 'message',
      text: '',
      keptMessage: { messageId: message.messageId, seq: 1, by: bob.id, words: WORDS, sentAt: message.createdAt },
      keptAnswers: null,
      happenedAt: '2026-11-21',
      visibility: 'shared',
    });
    expect(await albumsOf(bob)).toMatchObject([
      {
        _id: contribution.capsuleId,
        title: 'Kept moments',
        kind: 'keepsake',
        source: 'chat',
        counts: { total: 1, byUser: { [ada.id]: 1 }, byKind: { message: 1 } },
      },
    ]);
    expect(await inIt(bob, contribution.capsuleId)).toEqual([contribution]);
    const updates = () => memories.bus.live(capsuleUpdated).filter((update) => update.coupleId === coupleId);
    await eventually(async () =>
      expect(updates().map(({ update }) => update.action)).toEqual(['created', 'contribution_added']),
    );
    expect(JSON.stringify(updates())).not.toContain(WORDS);
  });

  it('copies the id of a sticker too, which a text has not', async () => {
    const [ada, bob, coupleId] = await couple();
    const sticker = await keep(ada, say(coupleId, bob, { content: STICKERS.hug, sticker: 'hug' }));
    const { contribution: text } = await keep(ada, say(coupleId, bob, { content: STICKERS.hug }));
    expect(await inIt(bob, text.capsuleId)).toEqual(expect.arrayContaining([sticker.contribution, text]));
    expect(sticker.contribution.keptMessage).toMatchObject({ words: STICKERS.hug, sticker: 'hug' });
    expect(text.keptMessage).not.toHaveProperty('sticker');
  });

  it('gives one contribution and one album to repeats, and to two presses at the same moment', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const clientId = randomUUID();
    const kept = await Promise.all([
      keep(ada, message, { clientId }),
      keep(ada, message, { clientId }),
      keep(bob, message),
    ]);
    const again = [await keep(ada, message, { clientId }), await keep(ada, message)];
    const all = [...kept, ...again];
    expect(new Set(all.map(({ contribution }) => contribution._id)).size).toBe(1);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await albumsOf(ada)).toHaveLength(1);
  });

  it('hides the partner’s copy in a timed capsule while it is a surprise', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const { _id: capsuleId } = await bury(ada);
    const hers = await keep(ada, message, { capsuleId });
    const clientId = randomUUID();
    const his = await keep(bob, message, { capsuleId, clientId });
    expect(his).toMatchObject({ repeated: false, contribution: { author: bob.id, visibility: 'surprise' } });
    expect(await inIt(bob, capsuleId)).toEqual([his.contribution]);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsuleId });
    expect(await inIt(ada, capsuleId)).toEqual([]);
    expect(await keep(bob, message, { capsuleId, clientId })).toMatchObject({
      repeated: true,
      contribution: { _id: his.contribution._id, keptMessage: null },
    });
    expect(await refused(ada, message.messageId, { clientId: hers.contribution._id, capsuleId })).toMatchObject({
      code: 'CAPSULE_SEALED',
    });
  });

  it('refuses missing messages, those of another couple, and those without words', async () => {
    const [ada, bob, coupleId] = await couple();
    const [stranger, , elsewhere] = await couple();
    const message = say(coupleId, bob);
    const { _id: foreignCapsule } = await album(stranger);
    for (const messageId of [randomUUID(), say(elsewhere, stranger).messageId])
      expect(await refused(ada, messageId)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await refused(stranger, message.messageId)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await refused(ada, message.messageId, { capsuleId: foreignCapsule })).toMatchObject({
      code: 'CAPSULE_NOT_FOUND',
    });
    expect(await refused(ada, say(coupleId, bob, { content: '' }).messageId)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await albumsOf(ada)).toEqual([]);
    expect(await refused(memories.user(), message.messageId)).toMatchObject({ code: 'NO_PARTNER' });
  });

  it('refuses an ex-partner, also while messaging still knows the conversation', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    await memories.unlink(ada, bob, coupleId);
    expect(await refused(ada, message.messageId)).toMatchObject({ code: 'NO_PARTNER' });
    known.chats.set(bob.id, randomUUID());
  });

  it('refuses a message of a conversation that memories does not know as the couple’s', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const newer = randomUUID();
    known.chats.set(ada.id, newer);
    known.messages.set(newer, [message]);
    expect(await refused(ada, message.messageId)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  });

  it('lets only the person who kept it write a caption and remove the copy; its words never change', async () => {
    const [ada, bob, coupleId] = await couple();
    const { contribution } = await keep(ada, say(coupleId, bob));
    const ids = { id: contribution.capsuleId, contributionId: contribution._id };
    expect(await ada.call(changeContribution, { ...ids, text: 'That evening' })).toMatchObject({
      kind: 'message',
      text: 'That evening',
      keptMessage: contribution.keptMessage,
    });
    expect(await ada.call(changeContribution, { ...ids, text: '' })).toMatchObject({ kind: 'message', text: '' });
    expect(await ada.refusal(changeContribution, { ...ids, happenedAt: '2020-01-01' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await bob.refusal(changeContribution, { ...ids, text: 'Mine' })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await bob.refusal(deleteContribution, ids)).toMatchObject({ code: 'NOT_YOURS' });
    await ada.call(deleteContribution, ids);
    expect(await inIt(bob, ids.id)).toEqual([]);
  });

  it('begins another album once the first is finished or deleted', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const first = (await keep(ada, message)).contribution.capsuleId;
    await bob.call(finishCapsule, { id: first });
    expect(await refused(ada, message.messageId, { capsuleId: first })).toMatchObject({ code: 'CAPSULE_SEALED' });
    const second = (await keep(ada, message)).contribution.capsuleId;
    expect(second).not.toBe(first);
    await ada.call(deleteCapsule, { id: second });
    expect((await keep(ada, message)).contribution.capsuleId).not.toBe(second);
  });

  it('leaves an earlier copy to repeats by both while messaging fails', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const clientId = randomUUID();
    const { contribution } = await keep(ada, message, { clientId });
    for (const repeat of [() => keep(ada, message, { clientId }), () => keep(bob, message)]) {
      failAfterFirstQuestion();
      expect(await repeat()).toEqual({ contribution, repeated: true });
    }
    expect(await inIt(ada, contribution.capsuleId)).toEqual([contribution]);
  });

  it('leaves no unchecked copy when messaging fails after the commit, and a retry makes it anew', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const { _id: capsuleId } = await album(ada);
    const place = { clientId: randomUUID(), capsuleId };
    failAfterFirstQuestion();
    expect(await refused(ada, message.messageId, place)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await inIt(ada, capsuleId)).toEqual([]);
    known.onAsked = () => undefined;
    expect(await keep(ada, message, place)).toMatchObject({ repeated: false });
  });

  it('stores nothing when messaging does not answer', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const { _id: capsuleId } = await album(ada);
    await scene.peers.app.close();
    try {
      expect(['UNAVAILABLE', 'TIMEOUT']).toContain((await refused(ada, message.messageId, { capsuleId })).code);
      expect(await inIt(ada, capsuleId)).toEqual([]);
    } finally {
      const { chats, messages } = known;
      scene.peers = await startKeepingPeers(memories.nats.url, memories.keys);
      ({ known } = scene.peers);
      for (const [user, chat] of chats) known.chats.set(user, chat);
      for (const [chat, said] of messages) known.messages.set(chat, said);
    }
  });
});

describe('a message that is deleted or disappears', () => {
  it('takes its copies along, also sealed ones, and leaves those of other messages', async () => {
    const [ada, bob, coupleId] = await couple();
    const [gone, stays] = [say(coupleId, bob), say(coupleId, bob)];
    const { _id: sealed } = await bury(ada);
    await keep(ada, gone, { capsuleId: sealed });
    await keep(ada, stays, { capsuleId: sealed });
    const { capsuleId } = (await keep(bob, gone)).contribution;
    const left = (await keep(bob, stays)).contribution;
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: sealed });
    const deleted = { chatId: coupleId, rev: 9, actorId: bob.id, messageId: gone.messageId, attachmentIds: [] };
    await memories.bus.publish(messageDeleted, coupleId, deleted);
    await eventually(async () => expect(await inIt(ada, capsuleId)).toEqual([left]));
    await eventually(async () => expect((await ada.call(getCapsule, { id: sealed })).counts.total).toBe(1));
    expect((await ada.call(listTimeline, {})).entries.map(({ contribution }) => contribution._id)).toEqual([left._id]);
  });

  it('leaves no copy when it is deleted while it is being kept', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    const { _id: capsuleId } = await album(ada);
    const before = known.asked;
    // Deleted after the first question, before the copy is stored: no event finds the copy.
    known.onAsked = (count) => (count === before + 2 ? forget(coupleId, message) : undefined);
    expect(await refused(ada, message.messageId, { capsuleId })).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await inIt(ada, capsuleId)).toEqual([]);
  });

  it('loses its copy with the account of the person who said it', async () => {
    const [ada, bob, coupleId] = await couple();
    const { _id: capsuleId } = await ada.call(createCapsule, {
      title: 'Ours',
      kind: 'keepsake',
      clientId: randomUUID(),
    });
    await keep(ada, say(coupleId, bob), { capsuleId });
    const own = (await keep(ada, say(coupleId, ada), { capsuleId })).contribution;
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () => expect(await inIt(ada, capsuleId)).toEqual([own]));
  });
});
