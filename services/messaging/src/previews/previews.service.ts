import {
  type Actor,
  type MessageIdDto,
  type MessageView,
  type PreviewMade,
  firstLink,
  messagePreviewed,
  previewDropped,
  previewMade,
} from '@duet/contracts';
import { AppError, OnEvent, eventEnvelope } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  ConversationMutations,
  type LockedConversation,
  type Outcome,
} from '../conversations/conversation-mutations.js';
import { MessageChanges } from '../messages/message-changes.js';
import { type MessageRow, ownOnly, readOne } from '../messages/message.queries.js';
import { readPreviewable, setPreview } from './preview.queries.js';

/** The longest link that gets a preview, in characters. */
const LONGEST_LINK = 2_000;

/** Whether the preview of this link is stored, or the sender removed it. */
const isSettled = ({ preview }: MessageRow, url: string): boolean => preview?.url === url;

/** Previews of a text's first link. Media fetches the page; this service decides whether the message shows the preview. */
@Injectable()
export class PreviewsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(MessageChanges) private readonly messages: MessageChanges,
  ) {}

  async wanted({ messageId }: MessageIdDto): Promise<{ url: string | null }> {
    const [row] = await readPreviewable(this.database, [messageId]);
    const url = row ? firstLink(row.content) : null;
    return { url: url !== null && url !== row?.settled && url.length <= LONGEST_LINK ? url : null };
  }

  /** Removes the preview. One that has not arrived yet will be dropped. @throws AppError ACCESS_DENIED, MESSAGE_NOT_FOUND */
  remove({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messagePreviewed, async (tx, message) => {
      ownOnly(message, userId);
      this.messages.requireReadable(message);
      const url = firstLink(message.content);
      if (message.type !== 'text' || url === null) throw new AppError('MESSAGE_NOT_FOUND');
      if (message.preview && 'removed' in message.preview) return false;
      await setPreview(tx, [messageId, JSON.stringify({ url, removed: true })]);
      return true;
    });
  }

  /** Adds the preview to its message; drops its picture if the message is gone, has another link or a settled preview. */
  @OnEvent(previewMade)
  async made({ chatId, messageId, userId, preview }: PreviewMade): Promise<void> {
    try {
      await this.mutations.runIn(chatId, async (tx, conversation): Promise<Outcome<unknown>> => {
        const message = await readOne(tx, conversation.id, messageId);
        if (!message || message.type !== 'text' || firstLink(message.content) !== preview.url)
          return dropPreview(conversation, messageId, preview);
        if (isSettled(message, preview.url))
          return isSame(message, preview) ? { answer: null } : dropPreview(conversation, messageId, preview);
        return this.messages.apply(tx, conversation, message, userId, messagePreviewed, async () => {
          await setPreview(tx, [messageId, JSON.stringify(preview)]);
          return true;
        });
      });
    } catch (cause) {
      // The conversation was purged, and its files with it.
      if (!(cause instanceof AppError && cause.code === 'CONVERSATION_NOT_FOUND')) throw cause;
    }
  }
}

/** Whether the event is a repeat for the preview that the message shows. */
const isSame = ({ preview: stored }: MessageRow, { image }: PreviewMade['preview']): boolean =>
  stored !== null && !('removed' in stored) && stored.image?.id === image?.id;

const dropPreview = (
  { id: chatId }: LockedConversation,
  messageId: string,
  { image }: PreviewMade['preview'],
): Outcome<unknown> => ({
  answer: null,
  changes: image
    ? [
        {
          events: [eventEnvelope(previewDropped, chatId, { chatId, messageId, attachmentIds: [image.id] })],
          push: () => undefined,
        },
      ]
    : [],
});
