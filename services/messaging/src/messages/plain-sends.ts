import { type SentMessage, linkedPart } from '@duet/contracts';
import type { DataSource } from 'typeorm';
import type { NewMessage } from './new-message.js';
import { messageView } from './message.view.js';
import { writePlainMessages } from './plain-send.queries.js';

/** A text, sticker or card without a quote, which most messages are. */
export const isPlain = ({ type, replyToId, attachments }: NewMessage): boolean =>
  type === 'text' && replyToId === null && attachments.length === 0;

/** Consecutive messages of a batch whose events differ only in what the messages hold. */
interface Group {
  linked: boolean;
  requestId: string;
  trace: string | null;
}

/** @returns the groups of a batch, and the number of each message's group, from 1 */
function grouped(newMessages: readonly NewMessage[]): { groups: Group[]; numbers: number[] } {
  const groups: Group[] = [];
  const numbers = newMessages.map(({ content, context: { requestId, trace = null } }) => {
    const { linked = false } = linkedPart(content);
    const last = groups.at(-1);
    if (last?.linked !== linked || last.requestId !== requestId || last.trace !== trace)
      groups.push({ linked, requestId, trace });
    return groups.length;
  });
  return { groups, numbers };
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
  const { groups, numbers } = grouped(newMessages);
  const rows = await writePlainMessages(database, [
    newMessages.map(({ id }) => id),
    newMessages.map(({ senderId }) => senderId),
    newMessages.map(({ clientMessageId }) => clientMessageId),
    newMessages.map(({ chatId }) => chatId),
    newMessages.map(({ content }) => content),
    newMessages.map(({ bodyHash }) => bodyHash),
    newMessages.map(({ sticker }) => sticker),
    newMessages.map(({ card }) => card && JSON.stringify(card)),
    numbers,
    createdAt,
    groups.map(({ linked }) => linked),
    groups.map(({ requestId }) => requestId),
    groups.map(({ trace }) => trace),
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
