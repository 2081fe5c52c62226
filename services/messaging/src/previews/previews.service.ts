import { type Actor, type MessageIdDto, type MessageView, type PreviewMade, firstLink, messagePreviewed, previewDropped, previewMade } from '@duet/contracts';
import { AppError, OnFact, factEnvelope } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Changes, type Held, type Outcome } from '../conversations/changes.js';
import { MessageChanges } from '../messages/message-changes.js';
import { type MessageRow, ownOnly, readOne } from '../messages/message.rows.js';

/** Of a text that is there, by somebody who wants previews, in a conversation that goes on. */
const WANTED = `
  SELECT m.content, m.preview ->> 'url' AS settled
  FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN people p ON p.id = m.sender_id
  WHERE m.id = $1 AND m.type = 'text' AND m.deleted_at IS NULL AND c.status = 'active' AND p.link_previews`;

const SET = 'UPDATE messages SET preview = $2 WHERE id = $1';

/** Nobody types a longer one. */
const LONGEST_LINK = 2_000;

/** Whether there is nothing more to find out about this message's link. */
const isSettled = ({ preview }: MessageRow, url: string): boolean => preview?.url === url;

/** What a text's first link leads to: media looks, here it is decided whether the message shows it. */
@Injectable()
export class PreviewsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(MessageChanges) private readonly messages: MessageChanges,
  ) {}

  async wanted({ messageId }: MessageIdDto): Promise<{ url: string | null }> {
    const [row] = await this.database.query<{ content: string; settled: string | null }[]>(WANTED, [messageId]);
    const url = row ? firstLink(row.content) : null;
    return { url: url !== null && url !== row?.settled && url.length <= LONGEST_LINK ? url : null };
  }

  /** Also before it is there: then none will come. */
  remove({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messagePreviewed, async (tx, message) => {
      ownOnly(message, userId);
      const url = firstLink(message.content);
      if (message.type !== 'text' || url === null) throw new AppError('MESSAGE_NOT_FOUND');
      if (message.preview && 'removed' in message.preview) return false;
      await tx.query(SET, [messageId, JSON.stringify({ url, removed: true })]);
      return true;
    });
  }

  /** The message may have been edited, deleted or freed of its preview since media looked: then the picture is of no use. */
  @OnFact(previewMade)
  async made({ chatId, messageId, userId, preview }: PreviewMade): Promise<void> {
    try {
      await this.changes.runIn(chatId, async (tx, held): Promise<Outcome<unknown>> => {
        const message = await readOne(tx, held.id, messageId);
        if (!message || message.type !== 'text' || firstLink(message.content) !== preview.url) return tooLate(held, messageId, preview);
        if (isSettled(message, preview.url)) return isSame(message, preview) ? { answer: null } : tooLate(held, messageId, preview);
        return this.messages.apply(tx, held, message, userId, messagePreviewed, async () => {
          await tx.query(SET, [messageId, JSON.stringify(preview)]);
          return true;
        });
      });
    } catch (cause) {
      // The conversation was purged, and with it whatever media kept for it.
      if (!(cause instanceof AppError && cause.code === 'CONVERSATION_NOT_FOUND')) throw cause;
    }
  }
}

/** The very preview that is shown: the fact came again. */
const isSame = ({ preview: held }: MessageRow, { image }: PreviewMade['preview']): boolean => held !== null && !('removed' in held) && held.image?.id === image?.id;

const tooLate = ({ id: chatId }: Held, messageId: string, { image }: PreviewMade['preview']): Outcome<unknown> => ({
  answer: null,
  changes: image ? [{ facts: [factEnvelope(previewDropped, chatId, { chatId, messageId, attachmentIds: [image.id] })], push: () => undefined }] : [],
});
