import { randomUUID } from 'node:crypto';
import {
  conversationSettingsChanged,
  countUnread,
  deleteMessage,
  editMessage,
  getConversation,
  getMessageStatistics,
  hideMessage,
  hideOnThisDay,
  listKeepableMessages,
  listYearMessages,
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
import { mediaMessage, photo, voice } from './staged-files.js';
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

const HOUR = 3_600;
const set = (who: Someone, seconds: number | null) => world.bus.call(setDisappearing, { seconds }, who.caller);
const say = async (who: Someone, content: string, replyTo?: string) =>
  (await world.bus.call(sendMessage, { content, ...(replyTo && { replyTo }) }, who.caller)).message;
const page = () => world.bus.call(getConversation, { limit: 100 }, couple.ada.caller);
const sweep = () =>
  Promise.all(world.replicas.map((replica) => replica.get(ExpiredMessageSweeper, { strict: false }).sweep()));
const deletionPushes = () => world.bus.live(messageDeleted).filter(({ chatId }) => chatId === couple.chatId);

/** Moves the expiry times of the conversation's messages into the past by these seconds. */
const age = (seconds: number) =>
  world.rows(
    `UPDATE messages SET expires_at = expires_at - make_interval(secs => $2) WHERE conversation_id = $1 AND expires_at IS NOT NULL`,
    [couple.chatId, seconds],
  );

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

describe('the messages that memories may keep', () => {
  const keepable = async (userId: string, messageIds: string[]) =>
    (await world.bus.call(listKeepableMessages, { userId, messageIds })).messages.map(({ messageId }) => messageId);

  it('are the readable messages of the own active conversation, no system messages, tombstones or expired ones', async () => {
    const [stays, deleted] = [await say(couple.ada, 'stays'), await say(couple.ada, 'deleted')];
    await set(couple.ben, HOUR);
    const expired = await say(couple.ben, 'expires');
    const { messages } = await page();
    await world.bus.call(deleteMessage, { messageId: deleted._id }, couple.ada.caller);
    const elsewhere = await world.couple();
    const foreign = (await world.bus.call(sendMessage, { content: 'theirs' }, elsewhere.ada.caller)).message;
    const ids = [...messages.map(({ _id }) => _id), foreign._id];
    expect(messages.some(({ messageType }) => messageType === 'notice')).toBe(true);
    expect(await keepable(couple.ada.id, ids)).toEqual([stays._id, expired._id]);
    // The second at which it expires counts, not the sweep.
    await age(HOUR + 1);
    for (const { id } of [couple.ada, couple.ben]) expect(await keepable(id, ids)).toEqual([stays._id]);
    expect(await keepable(elsewhere.ben.id, ids)).toEqual([foreign._id]);
    const { code } = await world.bus.refusal(listKeepableMessages, {
      userId: world.someone().id,
      messageIds: [stays._id],
    });
    expect(code).toBe('NO_PARTNER');
    await world.unlink(couple);
    await expect(keepable(couple.ada.id, ids)).rejects.toMatchObject({ code: 'NO_PARTNER' });
  });

  it('are of a year its first message, then those with the most reactions, and its count', async () => {
    const [first, plain, both, one] = [
      await say(couple.ada, 'the first'),
      await say(couple.ben, 'plain'),
      await say(couple.ada, 'of both'),
      await say(couple.ada, 'of one'),
    ];
    await world.bus.call(toggleReaction, { messageId: one._id, emoji: '👍' }, couple.ben.caller);
    await world.bus.call(toggleReaction, { messageId: one._id, emoji: '🎉' }, couple.ben.caller);
    for (const { caller } of [couple.ada, couple.ben])
      await world.bus.call(toggleReaction, { messageId: both._id, emoji: '👍' }, caller);
    const around = (days: number) => new Date(Date.parse(first.createdAt) + days * 86_400_000).toISOString();
    const year = (from: string, to: string, userId = couple.ben.id) =>
      world.bus.call(listYearMessages, { userId, from, to });
    const ids = async (from: string, to: string) => (await year(from, to)).messages.map(({ messageId }) => messageId);
    expect(await ids(around(-1), around(1))).toEqual([first._id, both._id, one._id]);
    expect(await year(around(-1), around(1))).toMatchObject({ chatId: couple.chatId, count: 4, firstId: first._id });
    await world.bus.call(deleteMessage, { messageId: first._id }, couple.ada.caller);
    expect(await ids(around(-1), around(1))).toEqual([plain._id, both._id, one._id]);
    expect(await year(around(-3), around(-1))).toMatchObject({ count: 0, firstId: null, messages: [] });
    const elsewhere = await world.couple();
    expect((await year(around(-1), around(1), elsewhere.ada.id)).messages).toEqual([]);
  });

  it('are of a year at most twelve messages with photos: those with the most reactions, then the first', async () => {
    const post = async (who: Someone, files = [photo()], content = '') =>
      (await world.bus.call(sendMedia, mediaMessage(couple.chatId, files, { content }), who.caller)).message;
    const clip = () => photo({ kind: 'video', mimeType: 'video/mp4' });
    const [first, captioned] = [await post(couple.ada), await post(couple.ben, [photo()], 'The harbour')];
    await post(couple.ada, [clip()]);
    const mixed = [clip(), photo()];
    const loved = await post(couple.ada, mixed);
    await world.bus.call(toggleReaction, { messageId: loved._id, emoji: '👍' }, couple.ben.caller);
    const around = (days: number) => new Date(Date.parse(first.createdAt) + days * 86_400_000).toISOString();
    const photosOf = async (userId: string, from = around(-1), to = around(1)) =>
      (await world.bus.call(listYearMessages, { userId, from, to })).photos ?? [];
    const ids = async (userId: string) => (await photosOf(userId)).map(({ messageId }) => messageId);
    expect(await photosOf(couple.ben.id)).toMatchObject([
      { messageId: loved._id, content: '', files: mixed.map(({ id, kind }) => ({ id, kind })) },
      { messageId: first._id, senderId: couple.ada.id },
      { messageId: captioned._id, content: 'The harbour' },
    ]);
    expect(await photosOf(couple.ben.id, around(-3), around(-1))).toEqual([]);
    expect(await photosOf(couple.ben.id, around(1), around(3))).toEqual([]);
    expect(await ids((await world.couple()).ada.id)).toEqual([]);
    await world.bus.call(hideMessage, { messageId: captioned._id }, couple.ben.caller);
    await world.bus.call(deleteMessage, { messageId: first._id }, couple.ada.caller);
    expect(await ids(couple.ben.id)).toEqual([loved._id]);
    expect(await ids(couple.ada.id)).toEqual([loved._id, captioned._id]);
    for (let more = 0; more < 11; more++) await post(couple.ben);
    expect(await ids(couple.ada.id)).toHaveLength(12);
    await set(couple.ben, HOUR);
    const expiring = await post(couple.ada);
    await world.bus.call(toggleReaction, { messageId: expiring._id, emoji: '👍' }, couple.ben.caller);
    expect(await ids(couple.ada.id)).not.toContain(expiring._id);
  });
});
