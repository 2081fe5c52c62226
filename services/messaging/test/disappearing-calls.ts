import { getConversation, sendMessage, setDisappearing } from '@duet/contracts';
import type { Couple, Someone, World } from './world.js';

export const HOUR = 3_600;

/** The setting of a conversation, its messages, and the time that passes for them. */
export function disappearingCalls(world: () => World, couple: () => Couple) {
  const set = (who: Someone, seconds: number | null) => world().bus.call(setDisappearing, { seconds }, who.caller);
  const say = async (who: Someone, content: string, replyTo?: string) =>
    (await world().bus.call(sendMessage, { content, ...(replyTo && { replyTo }) }, who.caller)).message;
  const page = () => world().bus.call(getConversation, { limit: 100 }, couple().ada.caller);

  /** Moves the expiry times of the conversation's messages into the past by these seconds. */
  const age = (seconds: number) =>
    world().rows(
      `UPDATE messages SET expires_at = expires_at - make_interval(secs => $2) WHERE conversation_id = $1 AND expires_at IS NOT NULL`,
      [couple().chatId, seconds],
    );

  return { set, say, page, age };
}
