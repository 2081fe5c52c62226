import { randomUUID } from 'node:crypto';
import {
  type MessageView,
  deleteMessage,
  editMessage,
  listReportableMessages,
  sendMessage,
  setDisappearing,
} from '@duet/contracts';
import { DAY } from '@duet/service-kit';
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

const say = async (by: Someone, content: string, replyTo?: string): Promise<MessageView> =>
  (await world.bus.call(sendMessage, { content, ...(replyTo && { replyTo }) }, by.caller)).message;

const reportable = (by: Someone, other: Someone, messageIds: string[]) =>
  world.bus.call(listReportableMessages, { userId: by.id, otherId: other.id, messageIds });

const refusal = async (by: Someone, other: Someone, messageIds: string[]) =>
  (await world.bus.refusal(listReportableMessages, { userId: by.id, otherId: other.id, messageIds })).code;

describe('the messages that a person may report', () => {
  it('are those of both, as they read now, in order', async () => {
    const { ada, ben } = couple;
    const first = await say(ben, 'before');
    const answer = await say(ada, 'what?', first._id);
    await world.bus.call(editMessage, { messageId: first._id, content: 'after' }, ben.caller);
    expect(await reportable(ada, ben, [answer._id, first._id])).toEqual([
      expect.objectContaining({
        messageId: first._id,
        senderId: ben.id,
        content: 'after',
        editedAt: expect.any(String),
        answers: null,
        files: [],
      }),
      expect.objectContaining({
        messageId: answer._id,
        content: 'what?',
        editedAt: null,
        answers: { senderId: ben.id, content: 'after' },
      }),
    ]);
  });

  it('are neither deleted, nor expired, nor system messages, nor of other conversations', async () => {
    const { ada, ben } = couple;
    const [stays, deleted] = [await say(ben, 'stays'), await say(ben, 'deleted')];
    await world.bus.call(deleteMessage, { messageId: deleted._id }, ben.caller);
    expect(await refusal(ada, ben, [stays._id, deleted._id])).toBe('MESSAGE_NOT_FOUND');
    const elsewhere = await world.couple();
    const foreign = await say(elsewhere.ada, 'theirs');
    expect(await refusal(ada, ben, [foreign._id])).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(ada, elsewhere.ada, [foreign._id])).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(elsewhere.ben, ben, [stays._id])).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(ada, ben, [randomUUID()])).toBe('MESSAGE_NOT_FOUND');
    const answer = await say(ada, 'to a deleted one', stays._id);
    await world.bus.call(deleteMessage, { messageId: stays._id }, ben.caller);
    expect(await reportable(ada, ben, [answer._id])).toMatchObject([{ answers: null }]);
    await world.bus.call(setDisappearing, { seconds: 3_600 }, ben.caller);
    const [notice] = await world.rows<{ id: string }>(
      "SELECT id FROM messages WHERE conversation_id = $1 AND type = 'notice'",
      [couple.chatId],
    );
    const expires = await say(ben, 'expires');
    expect(await refusal(ada, ben, [String(notice?.id)])).toBe('MESSAGE_NOT_FOUND');
    expect(await reportable(ada, ben, [expires._id])).toHaveLength(1);
    await world.rows("UPDATE messages SET expires_at = now() - interval '1 second' WHERE id = $1", [expires._id]);
    expect(await refusal(ada, ben, [expires._id])).toBe('MESSAGE_NOT_FOUND');
  });

  it('are still there for 30 days after the end, for both', async () => {
    const { ada, ben } = couple;
    const said = await say(ben, 'said');
    await world.unlink(couple);
    for (const [by, other] of [
      [ada, ben],
      [ben, ada],
    ] as const)
      expect(await reportable(by, other, [said._id])).toHaveLength(1);
    await world.rows('UPDATE conversations SET ended_at = $2 WHERE id = $1', [
      couple.chatId,
      new Date(world.clock.now().getTime() - 30 * DAY - 1_000),
    ]);
    expect(await refusal(ada, ben, [said._id])).toBe('MESSAGE_NOT_FOUND');
  });
});
