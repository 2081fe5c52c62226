import { type PublishedMessage, type SentMessage, linkedPart, messageSent } from '@duet/contracts';
import { envelope, requestContext } from '@duet/service-kit';
import type { DataSource } from 'typeorm';
import type { NewMessage } from './new-message.js';
import { messageView } from './message.view.js';
import { writePlainMessages } from './plain-send.queries.js';

/** A text, sticker or card without a quote, which most messages are. */
export const isPlain = ({ type, replyToId, attachments }: NewMessage): boolean =>
  type === 'text' && replyToId === null && attachments.length === 0;

/** The event of a message; the statement adds conversation, rev and receiver. */
function publishedMessage({ id, senderId, content, context }: NewMessage): string {
  const event: PublishedMessage = {
    chatId: '',
    rev: 0,
    actorId: senderId,
    messageId: id,
    attachmentIds: [],
    ...linkedPart(content),
  };
  return JSON.stringify(requestContext.run(context, () => envelope({ name: messageSent.name }, '', event)));
}

/**
 * Stores plain texts. Skips those that need the locked path.
 * @param createdAt domain time
 * @returns the stored messages by their index in the input
 * @throws a violation of `messages_client_message_id` if one of them was stored before; then none is stored
 */
export async function storePlain(
  database: DataSource,
  newMessages: readonly NewMessage[],
  createdAt: Date,
): Promise<Map<number, SentMessage>> {
  const rows = await writePlainMessages(database, [
    newMessages.map(({ id }) => id),
    newMessages.map(({ senderId }) => senderId),
    newMessages.map(({ clientMessageId }) => clientMessageId),
    newMessages.map(({ chatId }) => chatId),
    newMessages.map(({ content }) => content),
    newMessages.map(({ bodyHash }) => bodyHash),
    newMessages.map(() => createdAt.toISOString()),
    newMessages.map(publishedMessage),
    newMessages.map(({ sticker }) => sticker),
    newMessages.map(({ card }) => card && JSON.stringify(card)),
  ]);
  const sent = rows.flatMap(({ place, firstName, username, ...given }): [number, SentMessage][] => {
    const newMessage = newMessages[place - 1];
    if (!newMessage) return [];
    const sender = { userId: newMessage.senderId, firstName, username, shownUpTo: 0, shownDeliveredUpTo: 0 };
    return [
      [
        place - 1,
        {
          message: messageView(
            { ...newMessage, ...given, ...FRESH, createdAt },
            new Map([[newMessage.senderId, sender]]),
          ),
          repeated: false,
        },
      ],
    ];
  });
  return new Map(sent);
}

/** The initial state of a plain text. */
const FRESH = {
  quoted: null,
  voiceStatus: null,
  reactions: [],
  editedAt: null,
  deletedAt: null,
  pinnedAt: null,
  expiresAt: null,
  notice: null,
  preview: null,
};
