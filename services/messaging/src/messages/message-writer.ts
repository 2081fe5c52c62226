import { type MessageChanged, type SentMessage, messageSent } from '@duet/contracts';
import {
  Clock,
  AppError,
  Outbox,
  type Tx,
  eventEnvelope,
  requestContext,
  toAppError,
  violates,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type VoiceResult, insertAttachments, takeEarlyResults, withResult } from './attachment.queries.js';
import { type ConversationRow, writeCounters, lockActive, nextSeq } from '../conversations/conversation.queries.js';
import type { NewMessage } from './new-message.js';
import { type ClientKey, type MessageRow, type QuotedRow, insertAll, readQuoted, readSent } from './message.queries.js';
import { messageView } from './message.view.js';
import { isPlain, storePlain } from './plain-sends.js';

/** The outcome of one new message: stored now, stored before, or rejected. */
export type WriteResult = SentMessage | AppError;

const keyOf = ({ chatId, senderId, clientMessageId }: ClientKey): string => `${chatId} ${senderId} ${clientMessageId}`;

/** Everything read under the locks before the messages are accepted or rejected. */
interface Known {
  conversationOf: Map<string, ConversationRow>;
  sent: Map<string, MessageRow>;
  quoted: Map<string, QuotedRow>;
  voice: Map<string, VoiceResult>;
}

/** Writes batches of messages of any conversations. A batch needs as many statements as one message. */
@Injectable()
export class MessageWriter {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Idempotent. A batch of plain texts takes one statement; messages that it skips, and other batches, are decided under the
   * locks.
   * @returns one result per message, in order
   */
  async write(newMessages: readonly NewMessage[]): Promise<WriteResult[]> {
    const stored = newMessages.every(isPlain) ? await this.writePlain(newMessages) : null;
    if (!stored) return this.writeLocked(newMessages);
    const left = newMessages.filter((_, index) => !stored.has(index));
    if (left.length === 0) return newMessages.flatMap((_, index) => stored.get(index) ?? []);
    // The others are stored, so a failure from here on concerns the rest only.
    const rest = await this.writeLocked(left).catch((cause: unknown) => left.map(() => toAppError(cause)));
    return newMessages.flatMap((_, index): WriteResult[] => [
      stored.get(index) ?? rest.shift() ?? new AppError('INTERNAL'),
    ]);
  }

  /** @returns the stored messages by index; null if one of the messages was stored before, and then none is stored. */
  private async writePlain(newMessages: readonly NewMessage[]): Promise<Map<number, SentMessage> | null> {
    try {
      return await storePlain(this.database, newMessages, this.clock.now());
    } catch (cause) {
      if (violates(cause, 'messages_client_message_id')) return null;
      throw cause;
    }
  }

  /** Stores all or none. */
  private writeLocked(newMessages: readonly NewMessage[]): Promise<WriteResult[]> {
    return this.database.transaction(async (tx) => {
      const known = await this.readKnown(tx, newMessages);
      const fresh: MessageRow[] = [];
      const now = this.clock.now();
      const written = newMessages.map((newMessage) => place(newMessage, known, fresh, now));
      if (fresh.length > 0) await this.store(tx, newMessages, written, fresh, known);
      return written;
    });
  }

  private async readKnown(tx: Tx, newMessages: readonly NewMessage[]): Promise<Known> {
    const conversations = await lockActive(tx, [...new Set(newMessages.map(({ senderId }) => senderId))]);
    const conversationOf = new Map(
      conversations.flatMap((one) => [...one.members.keys()].map((userId) => [userId, one] as const)),
    );
    const keys = newMessages.flatMap(({ senderId, clientMessageId }) => {
      const chatId = conversationOf.get(senderId)?.id;
      return chatId === undefined ? [] : [{ chatId, senderId, clientMessageId }];
    });
    const sent = keys.length === 0 ? [] : await readSent(tx, keys);
    const quoted = await readQuoted(
      tx,
      newMessages.flatMap(({ replyToId }) => replyToId ?? []),
    );
    const voice = await takeEarlyResults(
      tx,
      newMessages.flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'voice').map(({ id }) => id)),
    );
    return { conversationOf, sent: new Map(sent.map((row) => [keyOf(row), row])), quoted, voice };
  }

  private async store(
    tx: Tx,
    newMessages: readonly NewMessage[],
    written: readonly WriteResult[],
    fresh: readonly MessageRow[],
    known: Known,
  ): Promise<void> {
    await insertAll(tx, fresh);
    await insertAttachments(tx, fresh);
    const events = written.flatMap((one, index) => {
      if (one instanceof AppError || one.repeated) return [];
      const change = { ...changeOf(one), ...receiverOf(known, one.message.sender._id) };
      return [
        requestContext.run(newMessages[index]?.context ?? { requestId: '' }, () =>
          eventEnvelope(messageSent, change.chatId, change),
        ),
      ];
    });
    await this.outbox.addAll(tx, events);
    await writeCounters(tx, [...new Set(known.conversationOf.values())]);
  }
}

/** The event payload of a new message. */
export const changeOf = ({ message }: SentMessage): MessageChanged => ({
  chatId: message.chatId,
  rev: message.rev,
  actorId: message.sender._id,
  message,
});

/** The other member. */
function receiverOf({ conversationOf }: Known, senderId: string): { receiverId?: string } {
  const receiverId = [...(conversationOf.get(senderId)?.members.keys() ?? [])].find((userId) => userId !== senderId);
  return receiverId === undefined ? {} : { receiverId };
}

/** Accepts or rejects one message and assigns its seq and rev. Later messages of the batch find it in `sent`. */
function place(
  newMessage: NewMessage,
  { conversationOf, sent, quoted, voice }: Known,
  fresh: MessageRow[],
  createdAt: Date,
): WriteResult {
  const conversation = conversationOf.get(newMessage.senderId);
  if (!conversation) return new AppError('NO_PARTNER');
  // The couple that it was meant for has ended; a new partner must not get it.
  if (newMessage.chatId !== null && newMessage.chatId !== conversation.id)
    return new AppError('CONVERSATION_NOT_FOUND');
  const key = keyOf({
    chatId: conversation.id,
    senderId: newMessage.senderId,
    clientMessageId: newMessage.clientMessageId,
  });
  const before = sent.get(key);
  if (before) {
    // A tombstone has no hash any more: its id still returns the tombstone.
    if (before.bodyHash && !before.bodyHash.equals(newMessage.bodyHash)) return new AppError('IDEMPOTENCY_MISMATCH');
    return { message: messageView(before, conversation.members), repeated: true };
  }
  const quote = newMessage.replyToId === null ? null : quoted.get(newMessage.replyToId);
  if (quote === undefined || (quote && (quote.chatId !== conversation.id || quote.type === 'notice')))
    return new AppError('MESSAGE_NOT_FOUND');
  conversation.lastRev += 1;
  const row = rowOf(newMessage, conversation, quote, { voice, createdAt });
  fresh.push(row);
  sent.set(key, row);
  return { message: messageView(row, conversation.members), repeated: false };
}

/** The message as the next row of its conversation. */
function rowOf(
  made: NewMessage,
  conversation: ConversationRow,
  quoted: QuotedRow | null,
  { voice, createdAt }: Pick<Known, 'voice'> & { createdAt: Date },
): MessageRow {
  const { replyToId: _, context: __, ...newMessage } = made;
  const early = newMessage.attachments.flatMap(({ id }) => voice.get(id) ?? [])[0];
  const { disappearAfter } = conversation;
  return {
    ...newMessage,
    chatId: conversation.id,
    seq: nextSeq(conversation, newMessage.senderId),
    rev: conversation.lastRev,
    quoted,
    attachments: early ? newMessage.attachments.map((row) => withResult(row, early)) : newMessage.attachments,
    voiceStatus: newMessage.type === 'voice' ? (early?.status ?? 'processing') : null,
    reactions: [],
    createdAt,
    editedAt: null,
    deletedAt: null,
    pinnedAt: null,
    expiresAt: disappearAfter === null ? null : new Date(createdAt.getTime() + disappearAfter * 1_000),
    notice: null,
    preview: null,
  };
}
