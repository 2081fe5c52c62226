import { randomUUID } from 'node:crypto';
import {
  type KeepableMessage,
  type RevealedQuestion,
  STICKERS,
  capsuleUpdated,
  changeContribution,
  createCapsule,
  deleteCapsule,
  deleteContribution,
  dismissYear,
  finishCapsule,
  getCapsule,
  getOurYear,
  keepAnswers,
  keepMessage,
  keepYear,
  listCapsules,
  listTimeline,
  messageDeleted,
  sealCapsule,
  userDeleted,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type TestUser, eventually } from '@duet/testing';
import { type KeptThings, startKeepingPeers } from './keeping-peers.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;
let peers: Awaited<ReturnType<typeof startKeepingPeers>>;
let known: KeptThings;

beforeAll(async () => {
  memories = await RunningMemories.start();
  peers = await startKeepingPeers(memories.nats.url, memories.keys);
  ({ known } = peers);
});

afterAll(async () => {
  await peers.app.close();
  await memories.stop();
});

beforeEach(() => {
  memories.itIs('2026-11-22T12:00:00Z');
  known.onAsked = () => undefined;
});

const WORDS = 'I said this and meant it';

/** A couple with a conversation. */
async function couple(timezone?: string): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
  const [ada, bob, coupleId] = await memories.couple(timezone);
  for (const { id } of [ada, bob]) known.chats.set(id, coupleId);
  known.messages.set(coupleId, []);
  return [ada, bob, coupleId];
}

function say(coupleId: string, { id: senderId }: TestUser, more: Partial<KeepableMessage> = {}): KeepableMessage {
  const messages = known.messages.get(coupleId) ?? [];
  const createdAt = '2026-11-20T23:30:00.000Z';
  const message = { messageId: randomUUID(), seq: messages.length + 1, senderId, content: WORDS, createdAt, ...more };
  known.messages.set(coupleId, [...messages, message]);
  return message;
}

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

const inIt = async (by: TestUser, id: string) => (await by.call(getCapsule, { id })).contributions;

const albumsOf = async (by: TestUser) => (await by.call(listCapsules, {})).capsules;

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
    await peers.app.close();
    try {
      expect(['UNAVAILABLE', 'TIMEOUT']).toContain((await refused(ada, message.messageId, { capsuleId })).code);
      expect(await inIt(ada, capsuleId)).toEqual([]);
    } finally {
      const chats = known;
      peers = await startKeepingPeers(memories.nats.url, memories.keys);
      for (const [user, chat] of chats.chats) peers.known.chats.set(user, chat);
      for (const [chat, messages] of chats.messages) peers.known.messages.set(chat, messages);
      known = peers.known;
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

describe('keeping a daily question', () => {
  function reveal(coupleId: string, ada: TestUser, bob: TestUser): RevealedQuestion {
    const question = {
      questionId: randomUUID(),
      coupleId,
      dayKey: '2026-11-19',
      question: 'Sea or mountains?',
      answers: [
        { by: ada.id, chosen: 'Sea', text: '' },
        { by: bob.id, chosen: 'Mountains', text: 'Always' },
      ],
    };
    known.questions.set(question.questionId, question);
    return question;
  }

  it('copies the question and both answers, once', async () => {
    const [ada, bob, coupleId] = await couple();
    const { questionId } = reveal(coupleId, ada, bob);
    const kept = await ada.call(keepAnswers, { questionId, clientId: randomUUID() });
    expect(kept.contribution).toMatchObject({
      author: ada.id,
      kind: 'answer',
      happenedAt: '2026-11-19',
      keptMessage: null,
      keptAnswers: {
        questionId,
        question: 'Sea or mountains?',
        answers: [
          { by: ada.id, chosen: 'Sea', words: '' },
          { by: bob.id, chosen: 'Mountains', words: 'Always' },
        ],
      },
    });
    const again = await bob.call(keepAnswers, { questionId, clientId: randomUUID() });
    expect(again).toEqual({ contribution: kept.contribution, repeated: true });
  });

  it('refuses an unrevealed question and that of another couple', async () => {
    const [ada, bob, coupleId] = await couple();
    const [stranger] = await couple();
    const { questionId } = reveal(coupleId, ada, bob);
    for (const [user, id] of [
      [ada, randomUUID()],
      [stranger, questionId],
    ] as const)
      expect(await user.refusal(keepAnswers, { questionId: id, clientId: randomUUID() })).toMatchObject({
        code: 'QUESTION_NOT_FOUND',
      });
  });
});

describe('our year', () => {
  const yearOf = async (by: TestUser) => (await by.call(getOurYear, {})).proposal;
  const makeYear = (by: TestUser, messages: KeepableMessage[], year = 2026) =>
    by.call(keepYear, { year, messageIds: messages.map(({ messageId }) => messageId) });
  const onAnniversary = { year: 2026, occasion: 'anniversary' } as const;

  beforeEach(() => {
    known.calendar = { timezone: 'Europe/Berlin', since: '2024-05-04' };
    // Half past midnight in Berlin.
    memories.itIs('2026-12-30T23:30:00Z');
  });

  it('is proposed on 31 December of the couple, with counts and messages', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = say(coupleId, bob);
    await album(ada);
    memories.itIs('2026-12-30T22:59:00Z');
    expect(await yearOf(ada)).toBeNull();
    memories.itIs('2026-12-30T23:30:00Z');
    expect(await yearOf(ada)).toEqual({
      year: 2026,
      occasion: 'year_end',
      messages: 1_234,
      memories: 1,
      candidates: [
        {
          messageId: message.messageId,
          seq: 1,
          by: bob.id,
          words: WORDS,
          sentAt: message.createdAt,
          isFirst: true,
        },
      ],
      photos: [],
      challenges: 0,
      finished: [],
    });
    expect(known.askedYear).toEqual({ from: '2025-12-31T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' });
    say(coupleId, ada, { content: STICKERS.hug, sticker: 'hug' });
    expect((await yearOf(ada))?.candidates).toMatchObject([{ words: WORDS }, { words: 'Big hug', sticker: 'hug' }]);
    memories.itIs('2026-05-04T10:00:00Z');
    expect(await yearOf(ada)).toMatchObject({ ...onAnniversary, yearsTogether: 2 });
    expect(known.askedYear).toEqual({ from: '2025-05-03T22:00:00.000Z', to: '2026-05-04T22:00:00.000Z' });
  });

  it('becomes one keepsake with the choices of both, also when both press at the same moment', async () => {
    const [ada, bob, coupleId] = await couple();
    const [first, second, third] = [say(coupleId, bob), say(coupleId, ada), say(coupleId, bob)];
    const made = await Promise.all([makeYear(ada, [first, second]), makeYear(bob, [second, third])]);
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    await makeYear(ada, [first]);
    const { capsules } = await bob.call(listCapsules, {});
    expect(capsules).toMatchObject([
      { title: 'Our year 2026', kind: 'keepsake', source: 'year', counts: { total: 3 } },
    ]);
    const words = (await inIt(ada, made[0]._id)).map(({ keptMessage }) => keptMessage?.messageId).toSorted();
    expect(words).toEqual([first, second, third].map(({ messageId }) => messageId).toSorted());
    for (const member of [ada, bob]) expect(await yearOf(member)).toBeNull();
  });

  it('has messages with photos beside those of words, which are kept in it with their files and go with them', async () => {
    const [ada, bob, coupleId] = await couple();
    const pictureId = randomUUID();
    const voice = [{ id: randomUUID(), kind: 'voice' as const }];
    const [words, spoken] = [say(coupleId, bob), say(coupleId, bob, { files: voice })];
    const photo = say(coupleId, ada, { files: [{ id: pictureId, kind: 'image' }] });
    const proposal = await yearOf(bob);
    expect(proposal?.candidates.map(({ messageId }) => messageId)).toEqual([words.messageId, spoken.messageId]);
    const { messageId, createdAt: sentAt } = photo;
    expect(proposal?.photos).toEqual([
      { messageId, seq: 3, by: ada.id, words: WORDS, sentAt, isFirst: false, pictureId },
    ]);
    const { _id: capsuleId } = await makeYear(bob, [words]);
    const press = (by: TestUser) => {
      const copy = { id: randomUUID(), kind: 'image' as const, fingerprint: 'a'.repeat(64), copyOf: pictureId };
      return by.call(keepMessage, { messageId, capsuleId, clientId: randomUUID(), attachments: [copy] });
    };
    const kept = await Promise.all([press(ada), press(bob)]);
    expect(kept.map(({ repeated }) => repeated).toSorted()).toEqual([false, true]);
    const pictured = { keptMessage: { messageId }, attachments: [{ kind: 'image' }] };
    expect(await inIt(ada, capsuleId)).toMatchObject([{ keptMessage: { messageId: words.messageId } }, pictured]);
    const deleted = { chatId: coupleId, rev: 9, actorId: ada.id, messageId, attachmentIds: [pictureId] };
    await memories.bus.publish(messageDeleted, coupleId, deleted);
    await eventually(async () => expect(await inIt(ada, capsuleId)).toHaveLength(1));
  });

  it('is dismissed by a person for this year alone, and only for that person', async () => {
    const [ada, bob] = await couple();
    for (let press = 0; press < 2; press++) await ada.call(dismissYear, { year: 2026 });
    expect(await yearOf(ada)).toBeNull();
    expect(await yearOf(bob)).toMatchObject({ year: 2026 });
    memories.itIs('2027-12-31T12:00:00Z');
    expect(await yearOf(ada)).toMatchObject({ year: 2027 });
  });

  it('has a keepsake for an early anniversary, and another at its end', async () => {
    const [ada, bob, coupleId] = await couple();
    known.calendar = { timezone: 'Europe/Berlin', since: '2024-01-15' };
    memories.itIs('2026-01-15T12:00:00Z');
    const { messageId } = say(coupleId, bob);
    const press = (by: TestUser) =>
      by.call(keepYear, { ...onAnniversary, messageIds: [messageId], ...Object({ challengeIds: null }) });
    const made = await Promise.all([press(ada), press(bob)]);
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    for (const member of [ada, bob]) expect(await yearOf(member)).toBeNull();
    memories.itIs('2026-12-31T12:00:00Z');
    expect(await yearOf(bob)).toMatchObject({ year: 2026, occasion: 'year_end' });
    await makeYear(bob, []);
    expect(await yearOf(ada)).toBeNull();
    expect((await albumsOf(ada)).map(({ title }) => title).toSorted()).toEqual(['2 years together', 'Our year 2026']);
    memories.itIs('2027-01-15T12:00:00Z');
    expect(await yearOf(ada)).toMatchObject({ year: 2027, yearsTogether: 3 });
  });

  it('is dismissed on an anniversary alone, or on 31 December alone', async () => {
    const [ada] = await couple();
    memories.itIs('2026-05-04T12:00:00Z');
    for (let press = 0; press < 2; press++) await ada.call(dismissYear, onAnniversary);
    expect(await yearOf(ada)).toBeNull();
    memories.itIs('2026-12-31T12:00:00Z');
    expect(await yearOf(ada)).toMatchObject({ occasion: 'year_end' });
    await ada.call(dismissYear, { year: 2026, ...Object({ occasion: null }) });
    expect(await yearOf(ada)).toBeNull();
    memories.itIs('2027-05-04T12:00:00Z');
    expect(await yearOf(ada)).toMatchObject({ year: 2027, occasion: 'anniversary' });
  });

  it('of an anniversary needs a full year', async () => {
    const [ada] = await couple();
    known.calendar = { timezone: 'Europe/Berlin', since: '2026-05-04' };
    for (const occasion of ['anniversary', 'birthday'] as const)
      expect(
        await ada.refusal(keepYear, { year: 2026, occasion: occasion as 'anniversary', messageIds: [] }),
      ).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    expect(await albumsOf(ada)).toEqual([]);
  });

  it('refuses another couple’s messages, other years, more than twelve, and people without a partner', async () => {
    const [ada, bob, coupleId] = await couple();
    const [stranger, , elsewhere] = await couple();
    const own = say(coupleId, bob);
    const refuse = (by: TestUser, messageIds: string[], year = 2026) => by.refusal(keepYear, { year, messageIds });
    expect(await refuse(ada, [own.messageId, say(elsewhere, stranger).messageId])).toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
    for (const year of [2024, 2027, -1])
      expect(await refuse(ada, [own.messageId], year)).toMatchObject({ code: 'VALIDATION_FAILED' });
    const many = Array.from({ length: 13 }, () => randomUUID());
    expect(await refuse(ada, many)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refuse(memories.user(), [])).toMatchObject({ code: 'NO_PARTNER' });
    expect(await memories.user().refusal(getOurYear, {})).toMatchObject({ code: 'NO_PARTNER' });
    expect(await albumsOf(ada)).toEqual([]);
    await memories.unlink(ada, bob, coupleId);
    for (const call of [ada.refusal(getOurYear, {}), refuse(bob, [own.messageId])])
      expect(await call).toMatchObject({ code: 'NO_PARTNER' });
  });
});
