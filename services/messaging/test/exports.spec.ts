import { randomUUID } from 'node:crypto';
import {
  type MessageView,
  deleteMessage,
  editMessage,
  getConversation,
  getExportMessages,
  listExportConversations,
  sendMedia,
  sendMessage,
  setDisappearing,
  toggleReaction,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
import { type Couple, type Someone, World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const say = async (who: Someone, content: string, replyTo?: string): Promise<MessageView> =>
  (await world.bus.call(sendMessage, { content, ...(replyTo && { replyTo }) }, who.caller)).message;

/** A caller with this person's token for a data export. */
const exporting = ({ id }: Someone) => ({
  token: accessToken(world.keys, { userId: id, sessionId: randomUUID() }, 60, 'export'),
});
const conversations = (who: Someone) => world.bus.call(listExportConversations, {}, exporting(who));

async function messages(who: Someone, { chatId }: Couple): Promise<MessageView[]> {
  const all: MessageView[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: { messages: MessageView[]; next: number | null } = await world.bus.call(
      getExportMessages,
      { chatId, after },
      exporting(who),
    );
    all.push(...page.messages);
    after = page.next;
  }
  return all;
}

const endedAgo = (couple: Couple, ago: string) =>
  world.rows(`UPDATE conversations SET ended_at = now() - interval '${ago}' WHERE id = $1`, [couple.chatId]);

describe('an export', () => {
  it('reads the whole conversation as its owner sees it, without deleted messages', async () => {
    const couple = await world.couple();
    const { ada, ben } = couple;
    const said = await Promise.all(
      Array.from({ length: 205 }, (_, index) => say(index % 2 ? ada : ben, `Line ${index}`)),
    );
    const [first, second, third] = said.toSorted((a, b) => a.seq - b.seq);
    if (!first || !second || !third) throw new Error('three messages were expected');
    const by = (message: MessageView) => (message.sender._id === ada.id ? ada : ben).caller;
    await world.bus.call(toggleReaction, { messageId: first._id, emoji: '👍' }, ada.caller);
    await world.bus.call(editMessage, { messageId: second._id, content: 'Canary after the edit' }, by(second));
    const reply = await say(ada, 'Re', third._id);
    await world.bus.call(deleteMessage, { messageId: third._id }, by(third));
    const exported = await messages(ada, couple);
    expect(exported).toHaveLength(205);
    const around = await world.bus.call(getConversation, { after: 0, limit: 100 }, ada.caller);
    expect(exported.slice(0, 99)).toEqual(around.messages.filter(({ deletedAt }) => deletedAt === null));
    expect(exported.map(({ seq }) => seq)).toEqual(exported.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(exported.at(-1)).toMatchObject({ _id: reply._id, replyTo: { content: '' } });
    expect(JSON.stringify(exported)).not.toContain(third.content === 'Line 2' ? '"Line 2"' : `"${third.content}"`);
    expect(await conversations(ada)).toEqual([
      {
        chatId: couple.chatId,
        status: 'active',
        endedAt: null,
        lastSeenAt: null,
        members: expect.arrayContaining([{ _id: ada.id, firstName: 'Ada', username: ada.snapshot.username }]),
      },
    ]);
  });

  it('includes the files of each message and the system messages', async () => {
    const couple = await world.couple();
    const attachment = {
      id: randomUUID(),
      kind: 'file' as const,
      filename: 'plan.pdf',
      size: 77,
      mimeType: 'application/pdf',
      sha256: 'a',
    };
    const { message } = await world.bus.call(
      sendMedia,
      { chatId: couple.chatId, messageType: 'file', attachments: [attachment], clientMessageId: randomUUID() },
      couple.ada.caller,
    );
    await world.bus.call(setDisappearing, { seconds: 3_600 }, couple.ben.caller);
    await world.unlink(couple);
    const exported = await messages(couple.ben, couple);
    expect(exported[0]).toEqual(message);
    expect(exported.map(({ attachments, notice }) => [attachments.map(({ filename }) => filename), notice])).toEqual([
      [['plan.pdf'], null],
      [[], { kind: 'disappearing', seconds: 3_600 }],
    ]);
  });

  it('rejects session tokens and finds nothing for a stranger', async () => {
    const couple = await world.couple();
    await say(couple.ada, 'hello');
    const stranger = world.someone();
    expect((await world.bus.refusal(listExportConversations, {}, couple.ada.caller)).code).toBe('UNAUTHENTICATED');
    expect(
      (await world.bus.refusal(getExportMessages, { chatId: couple.chatId, after: 0 }, couple.ada.caller)).code,
    ).toBe('UNAUTHENTICATED');
    expect((await world.bus.refusal(getConversation, {}, exporting(couple.ada))).code).toBe('UNAUTHENTICATED');
    expect((await world.bus.refusal(sendMessage, { content: 'x' }, exporting(couple.ada))).code).toBe(
      'UNAUTHENTICATED',
    );
    expect(await conversations(stranger)).toEqual([]);
    expect(
      (await world.bus.refusal(getExportMessages, { chatId: couple.chatId, after: 0 }, exporting(stranger))).code,
    ).toBe('CONVERSATION_NOT_FOUND');
    expect(
      (await world.bus.refusal(getExportMessages, { chatId: randomUUID(), after: 0 }, exporting(couple.ada))).code,
    ).toBe('CONVERSATION_NOT_FOUND');
  });
});

describe('an ended couple', () => {
  it('can be exported by each for 30 days as it was at its end, and not later', async () => {
    const couple = await world.couple();
    const { ada, ben } = couple;
    await say(ada, 'one');
    await say(ben, 'two');
    await world.unlink(couple);
    await world.bus.publish(userProfileChanged, ben.id, {
      ...ben.snapshot,
      firstName: 'Benedict',
      username: 'benedict_now',
      version: 2,
    });
    await eventually(async () =>
      expect(await world.rows('SELECT first_name FROM people WHERE id = $1', [ben.id])).toEqual([
        { first_name: 'Benedict' },
      ]),
    );
    const next = await world.couple(ada, world.someone({ firstName: 'Cleo' }));
    expect((await conversations(ada)).map(({ chatId, status }) => [chatId, status])).toEqual([
      [next.chatId, 'active'],
      [couple.chatId, 'ended'],
    ]);
    for (const person of [ada, ben]) {
      const exported = await messages(person, couple);
      expect(exported.map(({ content, sender }) => [sender.firstName, content])).toEqual([
        ['Ada', 'one'],
        ['Ben', 'two'],
      ]);
      expect(JSON.stringify([exported, await conversations(person)])).not.toContain('enedict');
    }
    expect(
      (await world.bus.refusal(getExportMessages, { chatId: couple.chatId, after: 0 }, exporting(next.ben))).code,
    ).toBe('CONVERSATION_NOT_FOUND');
    await endedAgo(couple, '29 days 23 hours');
    expect(await messages(ben, couple)).toHaveLength(2);
    await endedAgo(couple, '30 days 1 second');
    expect(await conversations(ben)).toEqual([]);
    expect((await world.bus.refusal(getExportMessages, { chatId: couple.chatId, after: 0 }, exporting(ben))).code).toBe(
      'CONVERSATION_NOT_FOUND',
    );
    expect(await conversations(ada)).toHaveLength(1);
  });

  it('leaves a remaining partner their own messages after the other deleted the account', async () => {
    const couple = await world.couple(world.someone({ firstName: 'Canary', username: 'canary_9' }));
    const { ada, ben } = couple;
    const question = await say(ada, 'canary words');
    await say(ben, 'my own', question._id);
    const ended = await world.unlink(couple);
    await world.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await messages(ben, ended)).toMatchObject([{ content: 'my own' }]));
    await eventually(async () =>
      expect(JSON.stringify([await messages(ben, ended), await conversations(ben)])).not.toMatch(/canary/i),
    );
    expect(
      await world.rows('SELECT 1 FROM conversation_members WHERE user_id = $1 AND first_name_at_end IS NOT NULL', [
        ada.id,
      ]),
    ).toEqual([]);
  });
});
