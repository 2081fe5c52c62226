import { type Actor, type EditMessageDto, type MessageIdDto, type MessageView, firstLink, messageDeleted, messageEdited } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { MessageChanges } from './message-changes.js';
import { ownOnly } from './message.rows.js';
import { EMPTIED } from './tombstones.js';

/** Another link gets another preview. */
const EDIT = 'UPDATE messages SET content = $2, edited_at = now(), preview = CASE WHEN $3 THEN preview END WHERE id = $1';

const BURY = `
  WITH unreacted AS (DELETE FROM reactions WHERE message_id = $1), unattached AS (DELETE FROM attachments WHERE message_id = $1)
  UPDATE messages SET ${EMPTIED}, deleted_at = now() WHERE id = $1`;

/** What people do to their own messages afterwards. */
@Injectable()
export class CorrectionsService {
  constructor(@Inject(MessageChanges) private readonly messages: MessageChanges) {}

  edit({ userId }: Actor, { messageId, content }: EditMessageDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messageEdited, async (tx, message) => {
      ownOnly(message, userId);
      if (message.deletedAt) throw new AppError('MESSAGE_NOT_FOUND');
      if (message.type !== 'text') throw new AppError('MESSAGE_NOT_EDITABLE');
      if (message.content === content) return false;
      await tx.query(EDIT, [messageId, content, firstLink(content) === firstLink(message.content)]);
      return true;
    });
  }

  delete({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messageDeleted, async (tx, message) => {
      ownOnly(message, userId);
      if (message.type === 'notice') throw new AppError('ACCESS_DENIED');
      if (message.deletedAt) return false;
      await tx.query(BURY, [messageId]);
      return true;
    });
  }
}
