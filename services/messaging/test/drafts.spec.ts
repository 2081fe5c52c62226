import { randomUUID } from 'node:crypto';
import { draftChanged, getDraft, saveDraft, userDeleted } from '@duet/contracts';
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

const get = (who: Someone) => world.bus.call(getDraft, {}, who.caller);
const save = (who: Someone, content: string, replyTo?: string | null) =>
  world.bus.call(saveDraft, { content, ...(replyTo !== undefined && { replyTo }) }, who.caller);
const draftPushes = (who: Someone) => world.bus.live(draftChanged).filter(({ userId }) => userId === who.id);

describe('a draft', () => {
  it('belongs to one person, keeps the last write and is pushed to that person’s devices only', async () => {
    expect(await get(couple.ada)).toMatchObject({ chatId: couple.chatId, content: '', replyTo: null, version: 0 });
    const { _id: replyTo } = await world.say(couple.ben, 'Write to me');
    const first = await save(couple.ada, 'Dear Be', replyTo);
    expect(first).toEqual({
      chatId: couple.chatId,
      content: 'Dear Be',
      replyTo,
      version: 1,
      updatedAt: expect.any(String),
    });
    const second = await save(couple.ada, 'Dear Ben');
    expect(second).toMatchObject({ content: 'Dear Ben', replyTo: null, version: 2 });
    expect(await get(couple.ada)).toEqual(second);
    expect(await get(couple.ben)).toMatchObject({ content: '', version: 0 });
    await eventually(() =>
      expect(draftPushes(couple.ada)).toEqual([
        { userId: couple.ada.id, draft: first },
        { userId: couple.ada.id, draft: second },
      ]),
    );
    expect(draftPushes(couple.ben)).toEqual([]);
    // Saving it again pushes nothing; an empty text removes the draft.
    expect(await save(couple.ada, 'Dear Ben')).toEqual(second);
    expect(await save(couple.ada, '')).toMatchObject({ content: '', version: 3 });
    await eventually(() => expect(draftPushes(couple.ada).map(({ draft }) => draft.version)).toEqual([1, 2, 3]));
  });

  it('is saved in no other conversation than the one that it names', async () => {
    await save(couple.ada, 'Dear Ben');
    const elsewhere = { chatId: randomUUID(), content: 'to another' };
    expect((await world.bus.refusal(saveDraft, elsewhere, couple.ada.caller)).code).toBe('CONVERSATION_NOT_FOUND');
    expect(await get(couple.ada)).toMatchObject({ chatId: couple.chatId, content: 'Dear Ben', version: 1 });
    const same = await world.bus.call(saveDraft, { chatId: couple.chatId, content: 'to him' }, couple.ada.caller);
    expect(same).toMatchObject({ content: 'to him', version: 2 });
  });

  it('quotes only messages that its author may answer', async () => {
    const other = await world.couple();
    const { _id: foreign } = await world.say(other.ada, 'of another couple');
    for (const replyTo of [foreign, randomUUID()]) {
      expect((await world.bus.refusal(saveDraft, { content: 'x', replyTo }, couple.ada.caller)).code).toBe(
        'MESSAGE_NOT_FOUND',
      );
    }
    expect((await world.bus.refusal(saveDraft, { content: 'x', replyTo: foreign }, world.someone().caller)).code).toBe(
      'NO_PARTNER',
    );
    expect(await get(couple.ada)).toMatchObject({ content: '', replyTo: null, version: 0 });
  });

  it('gets one version per save under concurrent saves', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => save(couple.ada, `version ${n}`)));
    expect(all.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    expect(await get(couple.ada)).toEqual(all.find(({ version }) => version === 20));
  });

  it('rejects strangers, survives an unlink and is erased with the account', async () => {
    await save(couple.ada, 'canary draft');
    expect((await world.bus.refusal(saveDraft, { content: 'x' }, world.someone().caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(getDraft, {}, world.someone().caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(saveDraft, { content: 'x'.repeat(16_001) }, couple.ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
    const ended = await world.unlink(couple);
    expect((await world.bus.refusal(getDraft, {}, couple.ada.caller)).code).toBe('NO_PARTNER');
    await world.link(ended);
    expect(await get(couple.ada)).toMatchObject({ content: 'canary draft' });
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    await eventually(async () =>
      expect(await world.rows('SELECT 1 FROM drafts WHERE user_id = $1', [couple.ada.id])).toEqual([]),
    );
  });
});
