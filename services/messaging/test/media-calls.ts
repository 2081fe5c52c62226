import {
  type MessageView,
  type SendMediaDto,
  type StagedAttachmentDto,
  getConversation,
  sendMedia,
} from '@duet/contracts';
import { mediaMessage } from './staged-files.js';
import type { Couple, Someone, World } from './world.js';

/** The calls about messages with files; the conversation is that of the couple. */
export function mediaCalls(world: () => World, couple: () => Couple) {
  const media = (attachments: StagedAttachmentDto[], given: Partial<SendMediaDto> = {}): SendMediaDto =>
    mediaMessage(couple().chatId, attachments, given);
  const send = (who: Someone, dto: SendMediaDto) => world().bus.call(sendMedia, dto, who.caller);
  const fresh = async (): Promise<MessageView[]> =>
    (await world().bus.call(getConversation, {}, couple().ada.caller)).messages;

  return { media, send, fresh };
}
