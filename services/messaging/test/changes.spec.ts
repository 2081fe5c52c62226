import { randomUUID } from 'node:crypto';
import {
  type EventDefinition,
  LIMITS,
  type MessageChanged,
  type MessageView,
  deleteMessage,
  editMessage,
  getConversation,
  messageDeleted,
  messageEdited,
  messageReacted,
  messageSent,
  sendMessage,
  starMessage,
  syncConversation,
  toggleReaction,
} from '@duet/contracts';
import { LOCK_WAITS, eventually } from '@duet/testing';
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
const react = (who: Someone, messageId: string, emoji: string) =>
  world.bus.call(toggleReaction, { messageId, emoji }, who.caller);
const fresh = async (): Promise<MessageView[]> =>
  (await world.bus.call(getConversation, {}, couple.ada.caller)).messages;

/** Expects exactly one live update with the answer's message. */
async function expectPushed(
  event: EventDefinition<MessageChanged, unknown>,
  actor: Someone,
  message: MessageView,
): Promise<void> {
  const expected = { chatId: couple.chatId, rev: message.rev, actorId: actor.id, message };
  const ours = (all: MessageChanged[]) =>
    all.filter(({ chatId, rev }) => chatId === couple.chatId && rev === message.rev);
  await eventually(() => expect(ours(world.bus.live(event))).toEqual([expected]));
}

describe('reactions', () => {
  it('are added and removed, one per emoji and person', async () => {
    const message = await say(couple.ada, 'Look!');
    const liked = await react(couple.ben, message._id, '👍');
    expect(liked).toEqual({ ...message, rev: 2, reactions: [{ emoji: '👍', user: couple.ben.id }] });
    await expectPushed(messageReacted, couple.ben, liked);

    // A heart without its variation selector is the same reaction.
    await react(couple.ada, message._id, '❤️');
    expect((await react(couple.ben, message._id, '❤')).reactions).toEqual([
      { emoji: '👍', user: couple.ben.id },
      { emoji: '❤️', user: couple.ada.id },
      { emoji: '❤️', user: couple.ben.id },
    ]);
    const without = await react(couple.ben, message._id, '👍');
    expect(without.reactions.map(({ emoji, user }) => [emoji, user])).toEqual([
      ['❤️', couple.ada.id],
      ['❤️', couple.ben.id],
    ]);
    expect(without).toMatchObject({ rev: 5, seq: 1 });
    expect(await fresh()).toEqual([without]);
    await expectPushed(messageReacted, couple.ben, without);
  });

  it.each(['😂', '👩‍❤️‍💋‍👨', '🇩🇪', '👍🏽', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])('accept %s', async (emoji) => {
    const message = await say(couple.ada, 'x');
    expect((await react(couple.ben, message._id, emoji)).reactions).toEqual([{ emoji, user: couple.ben.id }]);
  });

  it.each(['', 'a', '1', 'ok', '👍👍', '👍 ', ':)', '<b>', '🇩', '‍', '👍'.repeat(50)])('reject %j', async (emoji) => {
    const message = await say(couple.ada, 'x');
    const refusal = await world.bus.refusal(toggleReaction, { messageId: message._id, emoji }, couple.ben.caller);
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'emoji', message: 'Please choose one emoji' }],
    });
  });

  it('reject strangers, foreign messages, tombstones and more than the limit', async () => {
    const message = await say(couple.ada, 'ours');
    const other = await world.couple();
    const code = async (who: Someone, messageId: string) =>
      (await world.bus.refusal(toggleReaction, { messageId, emoji: '👍' }, who.caller)).code;
    expect(await code(other.ada, message._id)).toBe('MESSAGE_NOT_FOUND');
    expect(await code(world.someone(), message._id)).toBe('NO_PARTNER');
    expect(await code(couple.ada, randomUUID())).toBe('MESSAGE_NOT_FOUND');
    expect(await code(couple.ada, 'abc')).toBe('VALIDATION_FAILED');

    for (let n = 0; n < LIMITS.reactionsPerPerson; n += 1)
      await react(couple.ben, message._id, String.fromCodePoint(0x1f600 + n));
    expect(await code(couple.ben, message._id)).toBe('TOO_MANY_REACTIONS');
    await react(couple.ada, message._id, '👍');
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(await code(couple.ben, message._id)).toBe('MESSAGE_NOT_FOUND');
  });

  it('from both partners at once get one order everywhere', async () => {
    const message = await say(couple.ada, 'x');
    const emojis = ['👍', '😂', '❤️', '🎉', '👀'];
    const answers = await Promise.all(
      emojis.flatMap((emoji) => [
        react(couple.ada, message._id, emoji),
        react(couple.ben, message._id, emoji),
        react(couple.ada, message._id, emoji),
      ]),
    );
    const revs = answers.map(({ rev }) => rev).toSorted((a, b) => a - b);
    expect(revs).toEqual(answers.map((_, index) => index + 2));
    const last = answers.find(({ rev }) => rev === answers.length + 1);
    expect(await fresh()).toEqual([last]);
    expect(last?.reactions.map(({ user }) => user)).toEqual(emojis.map(() => couple.ben.id));
  });
});

describe('many changes at once', () => {
  /** Makes changes while the administrator has locked their row. @returns how many wait for it after a call of another couple */
  async function changeLocked(lock: string, changes: () => Promise<unknown>[]): Promise<number> {
    const other = await world.couple();
    const elsewhere = await say(other.ada, 'y');
    const blocker = await world.another();
    await blocker.query('BEGIN');
    await blocker.query(lock, [couple.chatId]);
    const waiting = async () => (await world.rows(LOCK_WAITS)).length;
    const done = Promise.allSettled(changes());
    try {
      await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
      expect((await react(other.ben, elsewhere._id, '👍')).rev).toBe(2);
      return await waiting();
    } finally {
      await blocker.query('COMMIT');
      await blocker.end();
      await done;
    }
  }

  // Twice as many as the two replicas have connections.
  const people = () => Array.from({ length: 20 }, () => [couple.ada, couple.ben]).flat();

  it('of one conversation leave the connections to the others while its row is locked', async () => {
    const { _id: messageId } = await say(couple.ada, 'x');
    const waiting = await changeLocked('SELECT FROM conversations WHERE id = $1 FOR UPDATE', () =>
      people().map((who) => react(who, messageId, '👍')),
    );
    expect(waiting).toBeLessThanOrEqual(world.replicas.length);
    expect(await react(couple.ada, messageId, '🎉')).toMatchObject({ seq: 1 });
  });

  it('of own marks leave the connections to the others while the members’ rows are locked', async () => {
    const { _id: messageId } = await say(couple.ada, 'x');
    const waiting = await changeLocked('SELECT FROM conversation_members WHERE conversation_id = $1 FOR UPDATE', () =>
      people().map((who) => world.bus.call(starMessage, { messageId }, who.caller)),
    );
    expect(waiting).toBeLessThanOrEqual(2 * world.replicas.length);
    expect((await world.bus.call(starMessage, { messageId }, couple.ada.caller)).starredAt).not.toBeNull();
  });
});

describe('edits', () => {
  it('replace the text of a person’s own message and mark it as edited', async () => {
    const message = await say(couple.ada, 'Helo');
    const edited = await world.bus.call(editMessage, { messageId: message._id, content: 'Hello' }, couple.ada.caller);
    expect(edited).toEqual({ ...message, rev: 2, content: 'Hello', editedAt: expect.any(String) });
    expect(await fresh()).toEqual([edited]);
    await expectPushed(messageEdited, couple.ada, edited);
    expect(await world.bus.call(editMessage, { messageId: message._id, content: 'Hello' }, couple.ada.caller)).toEqual(
      edited,
    );
    expect((await world.bus.call(syncConversation, { after: 1 }, couple.ben.caller)).asOf).toBe(2);
  });

  it('do not break a retry of the original text', async () => {
    const clientMessageId = randomUUID();
    const message = await say(couple.ada, 'first', { clientMessageId });
    const edited = await world.bus.call(editMessage, { messageId: message._id, content: 'second' }, couple.ada.caller);
    expect(await say(couple.ada, 'first', { clientMessageId })).toEqual(edited);
    expect((await world.bus.refusal(sendMessage, { content: 'second', clientMessageId }, couple.ada.caller)).code).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
  });

  it('reject other people, messages without own words and tombstones', async () => {
    const message = await say(couple.ada, 'mine');
    const refusal = async (who: Someone, content = 'yours') =>
      (await world.bus.refusal(editMessage, { messageId: message._id, content }, who.caller)).code;
    expect(await refusal(couple.ben)).toBe('ACCESS_DENIED');
    expect(await refusal((await world.couple()).ada)).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(world.someone())).toBe('NO_PARTNER');
    expect(await refusal(couple.ada, '  ')).toBe('VALIDATION_FAILED');
    await world.rows(`UPDATE messages SET type = 'image', content = '' WHERE id = $1`, [message._id]);
    expect(await refusal(couple.ada)).toBe('MESSAGE_NOT_EDITABLE');
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(await refusal(couple.ada)).toBe('MESSAGE_NOT_FOUND');
  });
});

describe('deletions', () => {
  it('leave a tombstone for both and erase the text', async () => {
    const clientMessageId = randomUUID();
    const question = await say(couple.ada, 'regretted secret');
    const message = await say(couple.ada, 'secret too', { replyTo: question._id, clientMessageId });
    await react(couple.ben, message._id, '👀');
    const deleted = await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(deleted).toEqual({
      ...message,
      rev: 4,
      content: '',
      replyTo: null,
      reactions: [],
      deletedAt: expect.any(String),
    });
    await eventually(() =>
      expect(world.bus.live(messageDeleted)).toContainEqual({
        chatId: couple.chatId,
        rev: 4,
        actorId: couple.ada.id,
        message: deleted,
        attachmentIds: [],
      }),
    );
    const event = { chatId: couple.chatId, rev: 4, actorId: couple.ada.id, messageId: message._id, attachmentIds: [] };
    await eventually(async () => expect(await world.bus.events(messageDeleted)).toContainEqual(event));
    expect(await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller)).toEqual(deleted);
    // The id stays used: a late retry must not restore the text.
    expect(await say(couple.ada, 'secret too', { replyTo: question._id, clientMessageId })).toEqual(deleted);
    expect(await fresh()).toEqual([question, deleted]);
    expect(
      await world.rows('SELECT content, body_hash, reply_to_id FROM messages WHERE id = $1', [message._id]),
    ).toEqual([{ content: '', body_hash: null, reply_to_id: null }]);
  });

  it('are visible in the quotes of replies', async () => {
    const question = await say(couple.ada, 'secret?');
    await say(couple.ben, 'no', { replyTo: question._id });
    await world.bus.call(deleteMessage, { messageId: question._id }, couple.ada.caller);
    expect((await fresh()).at(-1)?.replyTo).toMatchObject({
      _id: question._id,
      content: '',
      rev: 3,
      deletedAt: expect.any(String),
    });
  });

  it('reject other people', async () => {
    const message = await say(couple.ada, 'mine');
    const refusal = async (who: Someone) =>
      (await world.bus.refusal(deleteMessage, { messageId: message._id }, who.caller)).code;
    expect(await refusal(couple.ben)).toBe('ACCESS_DENIED');
    expect(await refusal((await world.couple()).ada)).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(world.someone())).toBe('NO_PARTNER');
    expect(await fresh()).toEqual([message]);
    expect(world.bus.live(messageSent).filter(({ chatId }) => chatId === couple.chatId)).toHaveLength(1);
  });
});
