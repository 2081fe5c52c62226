import { randomUUID } from 'node:crypto';
import {
  type CopiedFileDto,
  type KeepableMessage,
  deleteContribution,
  getCapsule,
  keepMessage,
  listCapsules,
  listPlaces,
  messageDeleted,
  planKeeping,
  sealCapsule,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import type { KeptThings } from './keeping-peers.js';
import { type KeepingScene, copyOf, inIt, keepingCalls, picture, startKeeping } from './keeping-scene.js';
import { type RunningMemories, bury } from './running-memories.js';

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

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { couple, changesIn } = keepingCalls(() => scene);

const TRANSCRIPT = 'spoken into the phone';

function send(coupleId: string, { id: senderId }: TestUser, more: Partial<KeepableMessage>): KeepableMessage {
  const createdAt = '2026-11-20T10:00:00.000Z';
  const message = { messageId: randomUUID(), seq: 1, senderId, content: '', createdAt, ...more };
  known.messages.set(coupleId, [...(known.messages.get(coupleId) ?? []), message]);
  return message;
}

/** As the gateway keeps: it asks what to copy first. */
async function keep(by: TestUser, { messageId, files = [] }: KeepableMessage, more: { capsuleId?: string } = {}) {
  const wish = { messageId, clientId: randomUUID(), ...more };
  const { capsuleId, fileIds } = await by.call(planKeeping, wish);
  const attachments = files.filter(({ id }) => fileIds.includes(id)).map(copyOf);
  return by.call(keepMessage, capsuleId === null ? wish : { ...wish, capsuleId, attachments });
}

describe('files of a kept message', () => {
  it('are copied in their order, with transcripts, and once', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = send(coupleId, bob, {
      files: [
        picture(),
        { id: randomUUID(), kind: 'voice', transcript: TRANSCRIPT },
        { id: randomUUID(), kind: 'file' },
      ],
    });
    const [kept, again] = [await keep(ada, message), await keep(bob, message)];
    expect([kept.repeated, again.repeated]).toEqual([false, true]);
    const { attachments, keptMessage, capsuleId } = kept.contribution;
    expect(keptMessage).toMatchObject({ by: bob.id, words: '' });
    expect(attachments.map(({ kind, transcript }) => [kind, transcript])).toEqual([
      ['image', null],
      ['voice', TRANSCRIPT],
      ['file', null],
    ]);
    expect((await inIt(bob, capsuleId))[0]?.attachments).toEqual(attachments);
    const { places } = await bob.call(listPlaces, {});
    expect(places.map(({ attachmentId }) => attachmentId)).toEqual([attachments[0]?.id]);
    const added = attachments.map(({ id }) => id);
    await eventually(async () =>
      expect(await changesIn(coupleId)).toMatchObject([{ added, removed: [], accessEpoch: 0 }]),
    );
    const plan = await ada.call(planKeeping, { messageId: message.messageId, clientId: randomUUID() });
    expect(plan).toEqual({ capsuleId: null, fileIds: [] });
  });

  it('go with the message, with an undo and with the account of its sender, and end their links', async () => {
    const [ada, bob, coupleId] = await couple();
    const [first, second, third] = [0, 1, 2].map(() => send(coupleId, bob, { files: [picture()] }));
    if (!first || !second || !third) throw new Error('no messages');
    const kept = [await keep(ada, first), await keep(ada, second), await keep(ada, third)];
    const ids = kept.map(({ contribution }) => contribution.attachments[0]?.id ?? '');
    const capsuleId = kept[0]?.contribution.capsuleId ?? '';
    const removals = async () => (await changesIn(coupleId)).filter(({ removed }) => removed.length > 0);
    await memories.bus.publish(messageDeleted, coupleId, {
      chatId: coupleId,
      messageId: first.messageId,
      seq: 1,
      rev: 2,
      userId: bob.id,
    } as never);
    await eventually(async () => expect(await removals()).toMatchObject([{ removed: [ids[0]], accessEpoch: 1 }]));
    const contributionId = kept[1]?.contribution._id ?? '';
    expect(await ada.call(deleteContribution, { id: capsuleId, contributionId })).toMatchObject({ accessEpoch: 2 });
    expect(await inIt(ada, capsuleId)).toHaveLength(1);
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () =>
      expect((await removals()).map(({ removed }) => removed)).toEqual(ids.map((id) => [id])),
    );
  });

  it('are hidden with the capsule, and are not copied into a sealed one', async () => {
    const [ada, bob, coupleId] = await couple();
    const { _id: id } = await bury(ada);
    const note = send(coupleId, bob, { files: [{ id: randomUUID(), kind: 'voice', transcript: TRANSCRIPT }] });
    const hers = { capsuleId: id, clientId: randomUUID() };
    await keep(ada, note, hers);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id });
    for (const member of [ada, bob]) {
      const sealed = await member.call(getCapsule, { id });
      expect(sealed).toMatchObject({ accessEpoch: 1, contributions: [], counts: { byKind: { message: 1 } } });
      expect(JSON.stringify(sealed)).not.toContain(TRANSCRIPT);
    }
    const repeat = { ...hers, messageId: note.messageId };
    expect(await ada.call(planKeeping, repeat)).toEqual({ capsuleId: null, fileIds: [] });
    expect(await ada.call(keepMessage, repeat)).toMatchObject({ repeated: true, contribution: { attachments: [] } });
    const { messageId } = send(coupleId, bob, { files: [picture()] });
    const wish = { messageId, capsuleId: id, clientId: randomUUID() };
    expect(await ada.refusal(planKeeping, wish)).toMatchObject({ code: 'CAPSULE_SEALED' });
  });

  it('must all be there, and a voice note must be ready; strangers learn nothing', async () => {
    const [ada, bob, coupleId] = await couple();
    const refuse = (message: KeepableMessage, attachments: CopiedFileDto[] = []) =>
      ada.refusal(keepMessage, { messageId: message.messageId, clientId: randomUUID(), attachments });
    const invalid = { code: 'VALIDATION_FAILED' };
    const two = send(coupleId, bob, { files: [picture(), picture()] });
    expect(await refuse(two, two.files?.slice(1).map(copyOf))).toMatchObject(invalid);
    expect(await refuse(send(coupleId, bob, {}))).toMatchObject(invalid);
    for (const voiceStatus of ['processing', 'failed'] as const) {
      const note = send(coupleId, bob, { files: [{ id: randomUUID(), kind: 'voice' }], voiceStatus });
      expect(await refuse(note, note.files?.map(copyOf))).toMatchObject(invalid);
    }
    const [stranger] = await couple();
    for (const by of [stranger, memories.user()])
      expect([403, 404]).toContain(
        (await by.refusal(planKeeping, { messageId: two.messageId, clientId: randomUUID() })).status,
      );
    expect((await ada.call(listCapsules, {})).capsules).toEqual([]);
  });
});
