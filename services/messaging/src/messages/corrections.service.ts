import {
  type Actor,
  type EditMessageDto,
  type MessageIdDto,
  type MessageView,
  firstLink,
  messageDeleted,
  messageEdited,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { MessageChanges } from './message-changes.js';
import { ownOnly } from './message.queries.js';
import { editText, writeTombstone } from './correction.queries.js';

/** Edits and deletions of one's own messages. */
@Injectable()
export class CorrectionsService {
  constructor(@Inject(MessageChanges) private readonly messages: MessageChanges) {}

  edit({ userId }: Actor, { messageId, content }: EditMessageDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messageEdited, async (tx, message) => {
      ownOnly(message, userId);
      this.messages.requireReadable(message);
      if (message.content === '' || message.sticker !== null || message.card !== null)
        throw new AppError('MESSAGE_NOT_EDITABLE');
      if (message.content === content) return false;
      await editText(tx, [messageId, content, firstLink(content) === firstLink(message.content)]);
      return true;
    });
  }

  delete({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messageDeleted, async (tx, message) => {
      ownOnly(message, userId);
      if (message.type === 'notice') throw new AppError('ACCESS_DENIED');
      if (message.deletedAt) return false;
      await writeTombstone(tx, [messageId]);
      return true;
    });
  }
}
