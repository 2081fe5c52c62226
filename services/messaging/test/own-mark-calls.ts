import {
  type ClientConversation,
  type OwnMarkChange,
  countUnread,
  emptyConversation,
  fold,
  getConversation,
  hideMessage,
  isGone,
  listStarred,
  markUnread,
  ownMarked,
  starMessage,
  syncConversation,
  unstarMessage,
  visibleMessages,
} from '@duet/contracts';
import type { Couple, Someone, World } from './world.js';

/** The texts that a device shows. */
export const texts = (state: ClientConversation): string[] =>
  visibleMessages(state)
    .filter((message) => !isGone(message, Date.now()))
    .map(({ content }) => content);

/** The marks of a person, and all that the person's devices and the partner's can read. */
export function ownMarkCalls(world: () => World, couple: () => Couple) {
  const star = (who: Someone, messageId: string) => world().bus.call(starMessage, { messageId }, who.caller);
  const unstar = (who: Someone, messageId: string) => world().bus.call(unstarMessage, { messageId }, who.caller);
  const hide = (who: Someone, messageId: string) => world().bus.call(hideMessage, { messageId }, who.caller);
  const markFrom = (who: Someone, from: number | null) => world().bus.call(markUnread, { from }, who.caller);
  const page = (who: Someone) => world().bus.call(getConversation, {}, who.caller);
  const unread = async (who: Someone) => (await world().bus.call(countUnread, {}, who.caller)).count;

  const starred = async (who: Someone, cursor?: string | null) => {
    const { items, nextCursor } = await world().bus.call(
      listStarred,
      { ...(cursor && { cursor: Number(cursor) }) },
      who.caller,
    );
    return { texts: items.map(({ message }) => message.content), nextCursor };
  };

  /** The person's own changes that were pushed to their sockets. */
  const pushed = (who: Someone): OwnMarkChange[] =>
    world()
      .bus.live(ownMarked)
      .filter(({ userId, chatId }) => userId === who.id && chatId === couple().chatId)
      .map(({ change }) => change);

  /** A device that has read the newest page. */
  const device = async (who: Someone): Promise<ClientConversation> =>
    fold(emptyConversation(couple().chatId), { kind: 'page', page: await page(who) });

  /** A device that was away catches up. */
  const caughtUp = async (state: ClientConversation, who: Someone): Promise<ClientConversation> =>
    fold(state, {
      kind: 'sync',
      page: await world().bus.call(syncConversation, { after: state.upTo, ownAfter: state.own.upTo ?? 0 }, who.caller),
    });

  /** All that a person can read of the conversation. */
  const everythingOf = async (who: Someone) =>
    JSON.stringify([
      await page(who),
      await world().bus.call(syncConversation, { after: 0, ownAfter: 0 }, who.caller),
      await world().bus.call(syncConversation, { after: 0 }, who.caller),
      await world().bus.call(listStarred, {}, who.caller),
    ]);

  return { star, unstar, hide, markFrom, page, unread, starred, pushed, device, caughtUp, everythingOf };
}
