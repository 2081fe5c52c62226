import { randomUUID } from 'node:crypto';
import {
  type HideOnThisDayDto,
  type OnThisDayMessages,
  getOnThisDay,
  hideOnThisDay,
  listOnThisDayExclusions,
  pinMessage,
  sendMedia,
  sendMessage,
  toggleReaction,
} from '@duet/contracts';
import type { Couple, Someone, World } from './world.js';

/** Stored messages of other times, and the calls about them; Ada makes them unless `who` says otherwise. */
export function onThisDayCalls(world: () => World, couple: () => Couple) {
  const look = (who: Someone = couple().ada, timezone = 'UTC'): Promise<OnThisDayMessages> =>
    world().bus.call(getOnThisDay, { timezone }, who.caller);
  const shown = async (who?: Someone, timezone?: string): Promise<string[]> =>
    (await look(who, timezone)).items.map(({ message }) => message.content || message.messageType);
  const hide = (dto: HideOnThisDayDto, who: Someone = couple().ada) => world().bus.call(hideOnThisDay, dto, who.caller);
  const exclusions = (who: Someone = couple().ada) => world().bus.call(listOnThisDayExclusions, {}, who.caller);
  const react = (messageId: string, who: Someone, emoji = '❤️') =>
    world().bus.call(toggleReaction, { messageId, emoji }, who.caller);
  const pin = (messageId: string) => world().bus.call(pinMessage, { messageId }, couple().ada.caller);

  /** Sets the time at which a stored message was sent. @returns its id */
  async function sent(at: string, messageId: string): Promise<string> {
    await world().rows('UPDATE messages SET created_at = $2 WHERE id = $1', [messageId, at]);
    return messageId;
  }

  const say = async (at: string, content: string, who: Someone = couple().ada): Promise<string> =>
    sent(at, (await world().bus.call(sendMessage, { content }, who.caller)).message._id);

  async function post(
    at: string,
    messageType: 'image' | 'video' | 'voice' | 'file',
    who: Someone = couple().ada,
  ): Promise<string> {
    const mimeType = { image: 'image/jpeg', video: 'video/mp4', voice: 'audio/webm', file: 'application/pdf' }[
      messageType
    ];
    const attachment = { id: randomUUID(), kind: messageType, filename: 'a', size: 1, mimeType, sha256: 'a' };
    const { message } = await world().bus.call(
      sendMedia,
      { chatId: couple().chatId, messageType, attachments: [attachment], clientMessageId: randomUUID() },
      who.caller,
    );
    return sent(at, message._id);
  }

  /** Sends a text that qualifies for _on this day_ by the partner's reaction. @returns its id */
  async function loved(at: string, content: string): Promise<string> {
    const id = await say(at, content);
    await react(id, couple().ben);
    return id;
  }

  return { look, shown, hide, exclusions, react, pin, say, post, loved };
}
