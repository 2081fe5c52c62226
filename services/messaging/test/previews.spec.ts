import { randomUUID } from 'node:crypto';
import {
  type ConversationChange,
  type LinkPreviewView,
  type MessageView,
  type PreviewMade,
  attachmentPath,
  attachmentsInUse,
  couplePurged,
  deleteMessage,
  editMessage,
  emptyConversation,
  fold,
  getConversation,
  messageDeleted,
  messageEdited,
  messagePreviewed,
  previewDropped,
  previewMade,
  previewWanted,
  removePreview,
  sendMessage,
  setDisappearing,
  syncConversation,
  toggleReaction,
  userDeleted,
  visibleMessages,
  wantedPreview,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { ExpiredMessageSweeper } from '../src/disappearing/expired-message-sweeper.js';
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

const SITE = 'https://site.example/page?a=1';
const OTHER = 'https://other.example/';

const say = async (content: string, who = couple.ada): Promise<MessageView> =>
  (await world.bus.call(sendMessage, { content }, who.caller)).message;
const wanted = async ({ _id }: MessageView) => (await world.bus.call(wantedPreview, { messageId: _id })).url;
const fresh = async (who: Someone = couple.ben): Promise<MessageView[]> =>
  (await world.bus.call(getConversation, {}, who.caller)).messages;
const shown = async ({ _id }: MessageView) => (await fresh()).find((one) => one._id === _id);
const inUse = async (id: string) => (await world.bus.call(attachmentsInUse, { ids: [id] })).ids;

const picture = (): NonNullable<LinkPreviewView['image']> => {
  const id = randomUUID();
  return { id, url: attachmentPath(id), width: 640, height: 320, blur: 'data:image/webp;base64,AAAA' };
};
const preview = (given: Partial<LinkPreviewView> = {}): LinkPreviewView => ({
  url: SITE,
  siteName: 'Site',
  title: 'A page',
  description: 'Its words',
  ...given,
});
const made = (message: MessageView, found: LinkPreviewView): PreviewMade => ({
  messageId: message._id,
  chatId: couple.chatId,
  userId: message.sender._id,
  preview: found,
});
const publish = (event: PreviewMade) => world.bus.publish(previewMade, event.chatId, event);
const dropped = async (id: string) =>
  (await world.bus.events(previewDropped)).filter(({ attachmentIds }) => attachmentIds.includes(id));

/** Sends a message from Ada and adds a preview with a picture. */
async function previewed(
  content = `Look ${SITE}!`,
): Promise<{ message: MessageView; found: LinkPreviewView; image: string }> {
  const sent = await say(content);
  const image = picture();
  const found = preview({ image });
  await publish(made(sent, found));
  await eventually(async () => expect((await shown(sent))?.preview).toEqual(found));
  const message = await shown(sent);
  if (!message) throw new Error('the message is gone');
  return { message, found, image: image.id };
}

describe('a preview', () => {
  it('is part of the message at its next rev, by push and by sync', async () => {
    const sent = await say(SITE);
    const before = await world.bus.call(getConversation, {}, couple.ben.caller);
    const found = preview({ image: picture() });
    await publish(made(sent, found));
    await eventually(() =>
      expect(world.bus.live(messagePreviewed)).toContainEqual({
        chatId: couple.chatId,
        rev: 2,
        actorId: couple.ada.id,
        message: { ...sent, rev: 2, preview: found },
      }),
    );
    const sync = await world.bus.call(syncConversation, { after: 1 }, couple.ben.caller);
    expect(sync.changes).toEqual([{ kind: 'message', rev: 2, message: { ...sent, rev: 2, preview: found } }]);
    const change: ConversationChange = { kind: 'message', rev: 2, message: { ...sent, rev: 2, preview: found } };
    const state = fold(emptyConversation(couple.chatId), { kind: 'page', page: before });
    const [live, caught] = [
      fold(state, { kind: 'change', chatId: couple.chatId, change }),
      fold(state, { kind: 'sync', page: sync }),
    ];
    expect(visibleMessages(live)).toEqual(visibleMessages(caught));
    // Late and repeated events change nothing.
    expect(
      visibleMessages(
        fold(fold(live, { kind: 'reply', message: sent }), { kind: 'change', chatId: couple.chatId, change }),
      ),
    ).toEqual(visibleMessages(live));
    expect(await wanted(sent)).toBeNull();
    expect(await inUse(found.image?.id ?? '')).toEqual([found.image?.id]);
  });

  it('is applied once, and a repeated event does not drop its picture', async () => {
    const { message, found, image } = await previewed();
    await publish(made(message, found));
    await publish(made(message, found));
    const second = preview({ image: picture(), title: 'Looked at twice' });
    await publish(made(message, second));
    await eventually(async () => expect(await dropped(second.image?.id ?? '')).toHaveLength(1));
    expect(await shown(message)).toEqual(message);
    expect(await dropped(image)).toEqual([]);
  });

  it('survives changes that keep the link', async () => {
    const { message, found } = await previewed();
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '👍' }, couple.ben.caller);
    const edited = await world.bus.call(
      editMessage,
      { messageId: message._id, content: `Do look, please: ${SITE}` },
      couple.ada.caller,
    );
    expect(edited.preview).toEqual(found);
    const answer = (await world.bus.call(sendMessage, { content: 'Nice', replyTo: message._id }, couple.ben.caller))
      .message;
    expect(answer.replyTo).not.toHaveProperty('preview');
    expect((await world.bus.events(previewWanted)).filter(({ messageId }) => messageId === message._id)).toEqual([]);
  });

  it('is removed by an edit that changes or removes the link', async () => {
    const { message, image } = await previewed();
    const edited = await world.bus.call(
      editMessage,
      { messageId: message._id, content: `Rather ${OTHER} than ${SITE}` },
      couple.ada.caller,
    );
    expect(edited.preview).toBeNull();
    expect(await inUse(image)).toEqual([]);
    await eventually(async () => {
      expect(await dropped(image)).toEqual([{ chatId: couple.chatId, messageId: message._id, attachmentIds: [image] }]);
      expect(await world.bus.events(previewWanted)).toContainEqual({
        chatId: couple.chatId,
        messageId: message._id,
        actorId: couple.ada.id,
      });
    });
    expect(JSON.stringify(await world.bus.events(previewWanted))).not.toContain('other.example');
    expect(await wanted(message)).toBe(OTHER);
    // The first link's preview arrives too late.
    const late = preview({ image: picture() });
    await publish(made(message, late));
    await eventually(async () => expect(await dropped(late.image?.id ?? '')).toHaveLength(1));
    expect((await shown(message))?.preview).toBeNull();
    const none = await world.bus.call(
      editMessage,
      { messageId: message._id, content: 'No link any more' },
      couple.ada.caller,
    );
    expect(none.preview).toBeNull();
    expect(await wanted(message)).toBeNull();
    expect(world.bus.live(messageEdited).some(({ message: { _id } }) => _id === message._id)).toBe(true);
  });

  it('is deleted with its message, whose event names its picture', async () => {
    const { message, image } = await previewed();
    const gone = await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(gone).toMatchObject({ preview: null, deletedAt: expect.any(String) });
    await eventually(async () =>
      expect(await world.bus.events(messageDeleted)).toContainEqual(
        expect.objectContaining({ messageId: message._id, attachmentIds: [image] }),
      ),
    );
    expect(await inUse(image)).toEqual([]);
  });

  it('is dropped when it arrives after the deletion', async () => {
    const message = await say(SITE);
    const gone = await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    const late = preview({ image: picture() });
    await publish(made(message, late));
    await eventually(async () => expect(await dropped(late.image?.id ?? '')).toHaveLength(1));
    expect(await shown(message)).toEqual(gone);
    expect(await world.rows('SELECT preview FROM messages WHERE id = $1', [message._id])).toEqual([{ preview: null }]);
  });

  it('disappears with its message', async () => {
    await world.bus.call(setDisappearing, { seconds: 3_600 }, couple.ada.caller);
    const { message, image } = await previewed();
    await world.rows(`UPDATE messages SET expires_at = now() - interval '1 second' WHERE id = $1`, [message._id]);
    await world.replicas[0]?.get(ExpiredMessageSweeper).sweep();
    await eventually(async () =>
      expect(await world.bus.events(messageDeleted)).toContainEqual(
        expect.objectContaining({ messageId: message._id, attachmentIds: [image] }),
      ),
    );
    expect(await shown(message)).toMatchObject({ preview: null });
  });

  it('is attached only to the text that it was made for', async () => {
    const message = await say('No link here');
    const late = preview({ image: picture() });
    await publish(made(message, late));
    await publish({ ...made(message, preview()), messageId: randomUUID() });
    await eventually(async () => expect(await dropped(late.image?.id ?? '')).toHaveLength(1));
    expect(await shown(message)).toEqual(message);
    // An event with a wrong conversation is ignored.
    const mine = couple;
    couple = await world.couple();
    const foreign = await say(SITE);
    await publish({ ...made(foreign, preview({ image: picture() })), chatId: mine.chatId });
    await publish({ ...made(foreign, preview()), chatId: randomUUID() });
    await publish(made(foreign, preview({ title: 'Right' })));
    await eventually(async () => expect((await shown(foreign))?.preview).toMatchObject({ title: 'Right' }));
  });
});

describe('a removed preview', () => {
  it('is gone for both and returns only with another link', async () => {
    const { message, found, image } = await previewed();
    const freed = await world.bus.call(removePreview, { messageId: message._id }, couple.ada.caller);
    expect(freed).toMatchObject({ preview: null, rev: message.rev + 1, content: message.content });
    await eventually(async () => expect(await dropped(image)).toHaveLength(1));
    expect(await inUse(image)).toEqual([]);
    expect(await world.bus.call(removePreview, { messageId: message._id }, couple.ada.caller)).toEqual(freed);
    expect(await wanted(message)).toBeNull();
    const again = { ...found, image: picture() };
    await publish(made(message, again));
    await eventually(async () => expect(await dropped(again.image.id)).toHaveLength(1));
    await world.bus.call(editMessage, { messageId: message._id, content: `Still ${SITE}` }, couple.ada.caller);
    expect(await wanted(message)).toBeNull();
    expect((await shown(message))?.preview).toBeNull();
    await world.bus.call(editMessage, { messageId: message._id, content: `Now ${OTHER}` }, couple.ada.caller);
    expect(await wanted(message)).toBe(OTHER);
  });

  it('does not appear when it was removed before it arrived', async () => {
    const message = await say(SITE);
    await world.bus.call(removePreview, { messageId: message._id }, couple.ada.caller);
    expect(await wanted(message)).toBeNull();
    const late = preview({ image: picture() });
    await publish(made(message, late));
    await eventually(async () => expect(await dropped(late.image?.id ?? '')).toHaveLength(1));
    expect((await shown(message))?.preview).toBeNull();
  });

  it('can be removed by the sender only, and only from a text with a link', async () => {
    const { message } = await previewed();
    const refusal = async (who: Someone, messageId: string) =>
      (await world.bus.refusal(removePreview, { messageId }, who.caller)).code;
    expect(await refusal(couple.ben, message._id)).toBe('ACCESS_DENIED');
    expect(await refusal((await world.couple()).ada, message._id)).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(world.someone(), message._id)).toBe('NO_PARTNER');
    expect(await refusal(couple.ada, (await say('nothing'))._id)).toBe('MESSAGE_NOT_FOUND');
    expect((await world.bus.refusal(removePreview, { messageId: message._id })).code).toBe('UNAUTHENTICATED');
    expect((await shown(message))?.preview).not.toBeNull();
  });
});

describe('stored previews', () => {
  const holding = () =>
    world.rows<{ text: string }>(
      `SELECT t::text AS text FROM messages t WHERE t::text LIKE '%A page%' UNION ALL SELECT o::text FROM outbox o WHERE o::text LIKE '%A page%'`,
    );

  it('are erased with the account, and so are their events', async () => {
    const { message } = await previewed();
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    await eventually(async () => {
      expect(await world.rows('SELECT preview FROM messages WHERE id = $1', [message._id])).toEqual([
        { preview: null },
      ]);
      expect((await world.bus.events(previewMade)).filter(({ chatId }) => chatId === couple.chatId)).toEqual([]);
    });
  });

  it('are purged with the couple, and later events are ignored', async () => {
    const { message, found } = await previewed();
    const ended = await world.unlink(couple);
    await world.bus.publish(couplePurged, couple.chatId, {
      coupleId: couple.chatId,
      members: [couple.ada.id, couple.ben.id],
      version: ended.version,
    });
    await eventually(async () =>
      expect(await world.rows('SELECT 1 FROM conversations WHERE id = $1', [couple.chatId])).toEqual([]),
    );
    await publish(made(message, found));
    await eventually(async () =>
      expect((await holding()).filter(({ text }) => text.includes(message._id))).toEqual([]),
    );
    expect(await world.rows('SELECT 1 FROM dead_letter')).toEqual([]);
  });
});
