import { randomUUID } from 'node:crypto';
import {
  type KeepableMessage,
  STICKERS,
  dismissYear,
  getOurYear,
  keepMessage,
  keepYear,
  listCapsules,
  messageDeleted,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import type { KeptThings } from './keeping-peers.js';
import { type KeepingScene, WORDS, albumsOf, inIt, keepingCalls, startKeeping } from './keeping-scene.js';
import { type RunningMemories, album } from './running-memories.js';

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
  known.calendar = { timezone: 'Europe/Berlin', since: '2024-05-04' };
  // Half past midnight in Berlin.
  memories.itIs('2026-12-30T23:30:00Z');
});

const { couple, say } = keepingCalls(() => scene);

const yearOf = async (by: TestUser) => (await by.call(getOurYear, {})).proposal;

const makeYear = (by: TestUser, messages: KeepableMessage[], year = 2026) =>
  by.call(keepYear, { year, messageIds: messages.map(({ messageId }) => messageId) });

const onAnniversary = { year: 2026, occasion: 'anniversary' } as const;

describe('our year', () => {
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
