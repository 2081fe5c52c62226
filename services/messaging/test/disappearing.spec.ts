import { randomUUID } from 'node:crypto';
import {
  conversationSettingsChanged,
  countUnread,
  deleteMessage,
  editMessage,
  getMessageStatistics,
  hideOnThisDay,
  markPlayed,
  messageDeleted,
  messageSent,
  pinMessage,
  removePreview,
  sendMedia,
  sendMessage,
  setDisappearing,
  starMessage,
  syncConversation,
  toggleReaction,
  unpinMessage,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { ExpiredMessageSweeper } from '../src/disappearing/expired-message-sweeper.js';
import { HOUR, disappearingCalls } from './disappearing-calls.js';
import { mediaMessage, voice } from './staged-files.js';
import { type Couple, World } from './world.js';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

const { set, say, page, age } = disappearingCalls(
  () => world,
  () => couple,
);

const sweep = () =>
  Promise.all(world.replicas.map((replica) => replica.get(ExpiredMessageSweeper, { strict: false }).sweep()));

const deletionPushes = () => world.bus.live(messageDeleted).filter(({ chatId }) => chatId === couple.chatId);

describe('the setting', () => {
  it('that names its conversation is made in that one only', async () => {
    const other = await world.couple();
    const meant = (chatId: string) => ({ chatId, seconds: HOUR });
    const refused = await world.bus.refusal(setDisappearing, meant(other.chatId), couple.ada.caller);
    expect(refused.code).toBe('CONVERSATION_NOT_FOUND');
    expect((await page()).settings.disappearAfter).toBeNull();
    const made = await world.bus.call(setDisappearing, meant(couple.chatId.toUpperCase()), couple.ada.caller);
    expect(made.disappearAfter).toBe(HOUR);
  });

  it('applies to both, adds a system message and affects later messages only', async () => {
    const before = await say(couple.ada, 'stays');
    const settings = await set(couple.ben, HOUR);
    expect(settings).toEqual({ disappearAfter: HOUR, rev: 2 });
    const after = await say(couple.ada, 'goes');
    const { messages, settings: shown, asOf } = await page();
    expect([shown, asOf]).toEqual([settings, 4]);
    expect(messages.map(({ expiresAt }) => expiresAt)).toEqual([null, null, after.expiresAt]);
    expect(Date.parse(after.expiresAt ?? '') - Date.parse(after.createdAt)).toBe(HOUR * 1_000);
    const notice = messages[1];
    expect(notice).toMatchObject({
      messageType: 'notice',
      seq: 2,
      rev: 3,
      content: '',
      sender: { _id: couple.ben.id },
      notice: { kind: 'disappearing', seconds: HOUR },
    });
    const of = { chatId: couple.chatId, actorId: couple.ben.id };
    await eventually(() =>
      expect(world.bus.live(conversationSettingsChanged)).toContainEqual({ ...of, rev: 2, settings }),
    );
    await eventually(() => expect(world.bus.live(messageSent)).toContainEqual({ ...of, rev: 3, message: notice }));
    expect(messages[0]).toEqual(before);

    // Repeating the setting changes nothing; switching it off does.
    expect(await set(couple.ada, HOUR)).toEqual(settings);
    expect(await set(couple.ada, null)).toEqual({ disappearAfter: null, rev: 5 });
    expect((await say(couple.ada, 'stays too')).expiresAt).toBeNull();
    const { changes } = await world.bus.call(syncConversation, { after: 1 }, couple.ada.caller);
    expect(changes.map(({ kind, rev }) => [kind, rev])).toEqual([
      ['message', 3],
      ['message', 4],
      ['settings', 5],
      ['message', 6],
      ['message', 7],
    ]);
  });

  it('adds a system message that counts leave out and that neither partner can delete or answer', async () => {
    await say(couple.ben, 'one');
    await set(couple.ben, HOUR);
    await set(couple.ada, null);
    expect(await world.bus.call(getMessageStatistics, {}, couple.ada.caller)).toEqual({ sentByBoth: 1, sentByMe: 0 });
    expect(await world.bus.call(countUnread, {}, couple.ada.caller)).toEqual({ count: 1 });
    const notice = (await page()).messages[1];
    const messageId = notice?._id ?? '';
    expect((await world.bus.refusal(deleteMessage, { messageId }, couple.ben.caller)).code).toBe('ACCESS_DENIED');
    expect((await world.bus.refusal(toggleReaction, { messageId, emoji: '👍' }, couple.ben.caller)).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
    expect((await world.bus.refusal(sendMessage, { content: 'x', replyTo: messageId }, couple.ben.caller)).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
  });

  it('accepts only the offered durations and rejects strangers', async () => {
    for (const seconds of [0, 1, HOUR + 1, '3600', undefined]) {
      const input: object = { seconds };
      expect((await world.bus.refusal({ ...setDisappearing, request: Object }, input, couple.ada.caller)).code).toBe(
        'VALIDATION_FAILED',
      );
    }
    expect((await world.bus.refusal(setDisappearing, { seconds: HOUR }, world.someone().caller)).code).toBe(
      'NO_PARTNER',
    );
    expect((await page()).settings).toEqual({ disappearAfter: null, rev: 0 });
  });
});

describe('an expired message', () => {
  it('becomes a tombstone once, on whichever replica, and the deletion is pushed', async () => {
    await set(couple.ada, HOUR);
    const attachment = {
      id: randomUUID(),
      kind: 'image' as const,
      filename: 'a.jpg',
      size: 1,
      mimeType: 'image/jpeg',
      sha256: 'a',
    };
    const first = await say(couple.ada, 'secret');
    await world.bus.call(toggleReaction, { messageId: first._id, emoji: '👍' }, couple.ben.caller);
    const reply = await say(couple.ben, 'secret too', first._id);
    const { message: picture } = await world.bus.call(
      sendMedia,
      { chatId: couple.chatId, messageType: 'image', attachments: [attachment], clientMessageId: randomUUID() },
      couple.ben.caller,
    );
    await sweep();
    expect(deletionPushes()).toEqual([]);
    await age(HOUR);
    await sweep();
    const { messages, asOf } = await page();
    expect(
      messages
        .slice(1)
        .map(({ rev, content, attachments, reactions, replyTo, deletedAt, expiresAt }) => [
          rev,
          content,
          attachments,
          reactions,
          replyTo,
          deletedAt !== null,
          expiresAt !== null,
        ]),
    ).toEqual([7, 8, 9].map((rev) => [rev, '', [], [], null, true, true]));
    expect(asOf).toBe(9);
    await eventually(() => expect(deletionPushes().map(({ message }) => message)).toEqual(messages.slice(1)));
    expect(deletionPushes().map(({ actorId }) => actorId)).toEqual([couple.ada.id, couple.ben.id, couple.ben.id]);
    const event = {
      chatId: couple.chatId,
      rev: 9,
      actorId: couple.ben.id,
      messageId: picture._id,
      attachmentIds: [attachment.id],
    };
    await eventually(async () => expect(await world.bus.events(messageDeleted)).toContainEqual(event));
    await sweep();
    expect((await page()).asOf).toBe(9);
    expect(reply.replyTo?.content).toBe('secret');
    expect(
      await world.rows(
        'SELECT 1 FROM messages WHERE conversation_id = $1 AND (content <> $2 OR body_hash IS NOT NULL AND type <> $3)',
        [couple.chatId, '', 'notice'],
      ),
    ).toEqual([]);
    expect(await world.bus.call(getMessageStatistics, {}, couple.ada.caller)).toEqual({ sentByBoth: 0, sentByMe: 0 });
  });

  it('is deleted in batches without holes in the revisions', async () => {
    await set(couple.ada, HOUR);
    await world.rows(
      `INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), n, n + 1, 'text', 'old', now() - interval '2 hours', now() - interval '1 hour' FROM generate_series(2, 1201) n`,
      [couple.chatId, couple.ada.id],
    );
    await world.rows('UPDATE conversations SET last_seq = 1201, last_rev = 1202 WHERE id = $1', [couple.chatId]);
    await sweep();
    await eventually(async () => {
      const [row] = await world.rows<{ live: string; low: number; high: number; revs: string }>(
        `SELECT count(*) FILTER (WHERE deleted_at IS NULL) AS live, min(rev) AS low, max(rev) AS high, count(DISTINCT rev) AS revs FROM messages WHERE conversation_id = $1 AND type = 'text'`,
        [couple.chatId],
      );
      expect(row).toEqual({ live: '0', low: 1203, high: 2402, revs: '1200' });
    });
    expect((await page()).asOf).toBe(2402);
  });

  it('does not wait for a full batch of a conversation that fails', async () => {
    const broken = await world.couple();
    await world.rows(
      `INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), n, n, 'text', 'broken', now() - interval '3 hours', now() - interval '2 hours' FROM generate_series(1, 500) n`,
      [broken.chatId, broken.ada.id],
    );
    await world.rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken''; END'`,
    );
    await world.rows(
      `CREATE TRIGGER refuse BEFORE UPDATE ON messages FOR EACH ROW WHEN (OLD.content = 'broken') EXECUTE FUNCTION refuse()`,
    );
    await set(couple.ada, HOUR);
    const { _id: id } = await say(couple.ada, 'secret');
    await age(HOUR);
    await sweep();
    const left = () =>
      world.rows(`SELECT FROM messages WHERE content IN ('secret', 'broken') AND conversation_id IN ($1, $2)`, [
        couple.chatId,
        broken.chatId,
      ]);
    await eventually(async () => expect(await left()).toHaveLength(500));
    expect((await page()).messages.find(({ _id }) => _id === id)?.deletedAt).not.toBeNull();
    await world.rows('DROP TRIGGER refuse ON messages');
    await world.rows('DROP FUNCTION refuse');
    await eventually(async () => expect(await left()).toEqual([]));
  });

  it('takes no act of a reader once its time is over, also before the sweep', async () => {
    await set(couple.ada, HOUR);
    const { _id: messageId } = await say(couple.ada, 'secret https://example.org');
    const { message: note } = await world.bus.call(
      sendMedia,
      mediaMessage(couple.chatId, [voice()]),
      couple.ben.caller,
    );
    await age(HOUR);
    const { caller } = couple.ada;
    const codes = await Promise.all([
      world.bus.refusal(toggleReaction, { messageId, emoji: '👍' }, caller),
      world.bus.refusal(pinMessage, { messageId }, caller),
      world.bus.refusal(unpinMessage, { messageId }, caller),
      world.bus.refusal(starMessage, { messageId }, caller),
      world.bus.refusal(editMessage, { messageId, content: 'no secret' }, caller),
      world.bus.refusal(hideOnThisDay, { messageId }, caller),
      world.bus.refusal(removePreview, { messageId }, caller),
      world.bus.refusal(markPlayed, { messageId: note._id }, caller),
    ]);
    expect(codes.map(({ code }) => code)).toEqual(codes.map(() => 'MESSAGE_NOT_FOUND'));
  });

  it('is deleted in ended conversations too', async () => {
    await set(couple.ada, HOUR);
    await say(couple.ada, 'secret');
    const ended = await world.unlink(couple);
    await age(HOUR);
    await sweep();
    expect(
      await world.rows(
        `SELECT content FROM messages WHERE conversation_id = $1 AND type = 'text' AND deleted_at IS NOT NULL`,
        [couple.chatId],
      ),
    ).toEqual([{ content: '' }]);
    expect(deletionPushes()).toEqual([]);
    await world.link(ended);
    expect((await page()).settings.disappearAfter).toBe(HOUR);
  });
});
