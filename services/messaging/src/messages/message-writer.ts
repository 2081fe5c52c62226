import { type MessageChanged, type SentMessage, messageSent } from '@duet/contracts';
import { AppError, Outbox, type Tx, factEnvelope, requestContext, toAppError, violates } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type VoiceResult, insertAttachments, takeEarlyResults, withResult } from '../attachments/attachment.rows.js';
import { type ConversationState, advance, holdActive, nextSeq } from '../conversations/conversation.rows.js';
import type { Draft } from './draft.js';
import { type ClientKey, type MessageRow, type QuotedRow, insertAll, readQuoted, readSent } from './message.rows.js';
import { messageView } from './message.view.js';
import { isPlain, storePlain } from './plain-sends.js';

/** What became of a draft: stored now, stored before, or refused for a reason of its own. */
export type Written = SentMessage | AppError;

const keyOf = ({ chatId, senderId, clientMessageId }: ClientKey): string => `${chatId} ${senderId} ${clientMessageId}`;

/** What is known under the locks, before the first draft is looked at. */
interface Known {
  conversationOf: Map<string, ConversationState>;
  sent: Map<string, MessageRow>;
  quoted: Map<string, QuotedRow>;
  voice: Map<string, VoiceResult>;
}

/** Writes a group of messages of any conversations in one transaction, with as many statements as one would need. */
@Injectable()
export class MessageWriter {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /**
   * May be repeated with the same drafts. Plain texts take one statement; whoever that leaves out, and everything else, is
   * looked at under the locks. @returns one result for each draft, in order.
   */
  async write(drafts: readonly Draft[]): Promise<Written[]> {
    const stored = drafts.every(isPlain) ? await this.writePlain(drafts) : null;
    if (!stored) return this.writeHeld(drafts);
    const left = drafts.filter((_, index) => !stored.has(index));
    if (left.length === 0) return drafts.flatMap((_, index) => stored.get(index) ?? []);
    // The others are stored: what goes wrong from here on must not become theirs.
    const rest = await this.writeHeld(left).catch((cause: unknown) => left.map(() => toAppError(cause)));
    return drafts.flatMap((_, index): Written[] => [stored.get(index) ?? rest.shift() ?? new AppError('INTERNAL')]);
  }

  /** @returns null when one of them was stored before. */
  private async writePlain(drafts: readonly Draft[]): Promise<Map<number, SentMessage> | null> {
    try {
      return await storePlain(this.database, drafts);
    } catch (cause) {
      if (violates(cause, 'messages_client_message_id')) return null;
      throw cause;
    }
  }

  /** All or nothing. */
  private writeHeld(drafts: readonly Draft[]): Promise<Written[]> {
    return this.database.transaction(async (tx) => {
      const known = await this.look(tx, drafts);
      const fresh: MessageRow[] = [];
      const written = drafts.map((draft) => place(draft, known, fresh));
      if (fresh.length > 0) await this.store(tx, drafts, written, fresh, known);
      return written;
    });
  }

  private async look(tx: Tx, drafts: readonly Draft[]): Promise<Known> {
    const held = await holdActive(tx, [...new Set(drafts.map(({ senderId }) => senderId))]);
    const conversationOf = new Map(held.flatMap((one) => [...one.members.keys()].map((userId) => [userId, one] as const)));
    const keys = drafts.flatMap(({ senderId, clientMessageId }) => {
      const chatId = conversationOf.get(senderId)?.id;
      return chatId === undefined ? [] : [{ chatId, senderId, clientMessageId }];
    });
    const sent = keys.length === 0 ? [] : await readSent(tx, keys);
    const quoted = await readQuoted(tx, drafts.flatMap(({ replyToId }) => replyToId ?? []));
    const voice = await takeEarlyResults(tx, drafts.flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'voice').map(({ id }) => id)));
    return { conversationOf, sent: new Map(sent.map((row) => [keyOf(row), row])), quoted, voice };
  }

  private async store(tx: Tx, drafts: readonly Draft[], written: readonly Written[], fresh: readonly MessageRow[], known: Known): Promise<void> {
    await insertAll(tx, fresh);
    await insertAttachments(tx, fresh);
    const facts = written.flatMap((one, index) => {
      if (one instanceof AppError || one.repeated) return [];
      const change = { ...changeOf(one), ...receiverOf(known, one.message.sender._id) };
      return [requestContext.run(drafts[index]?.context ?? { requestId: '' }, () => factEnvelope(messageSent, change.chatId, change))];
    });
    await this.outbox.addAll(tx, facts);
    await advance(tx, [...new Set(known.conversationOf.values())]);
  }
}

/** The event of a message that is new. */
export const changeOf = ({ message }: SentMessage): MessageChanged => ({
  chatId: message.chatId,
  rev: message.rev,
  actorId: message.sender._id,
  message,
});

/** Whom a message is for: the one who did not send it. */
function receiverOf({ conversationOf }: Known, senderId: string): { receiverId?: string } {
  const receiverId = [...(conversationOf.get(senderId)?.members.keys() ?? [])].find((userId) => userId !== senderId);
  return receiverId === undefined ? {} : { receiverId };
}

/** Decides one draft and takes its seq and rev. What it places is known to the drafts after it. */
function place(draft: Draft, { conversationOf, sent, quoted, voice }: Known, fresh: MessageRow[]): Written {
  const conversation = conversationOf.get(draft.senderId);
  if (!conversation) return new AppError('NO_PARTNER');
  // Meant for a couple that has ended meanwhile: not for whoever came after it.
  if (draft.chatId !== null && draft.chatId !== conversation.id) return new AppError('CONVERSATION_NOT_FOUND');
  const key = keyOf({ chatId: conversation.id, senderId: draft.senderId, clientMessageId: draft.clientMessageId });
  const before = sent.get(key);
  if (before) {
    // A tombstone has lost its hash with its content: the same id still gives the same message.
    if (before.bodyHash && !before.bodyHash.equals(draft.bodyHash)) return new AppError('IDEMPOTENCY_MISMATCH');
    return { message: messageView(before, conversation.members), repeated: true };
  }
  const quote = draft.replyToId === null ? null : quoted.get(draft.replyToId);
  if (quote === undefined || (quote && (quote.chatId !== conversation.id || quote.type === 'notice'))) return new AppError('MESSAGE_NOT_FOUND');
  conversation.lastRev += 1;
  const row = rowOf(draft, conversation, quote, voice);
  fresh.push(row);
  sent.set(key, row);
  return { message: messageView(row, conversation.members), repeated: false };
}

/** The draft as the next row of its conversation. */
function rowOf(made: Draft, conversation: ConversationState, quoted: QuotedRow | null, voice: Known['voice']): MessageRow {
  const { replyToId: _, context: __, ...draft } = made;
  const early = draft.attachments.flatMap(({ id }) => voice.get(id) ?? [])[0];
  const createdAt = new Date();
  const { disappearAfter } = conversation;
  return {
    ...draft,
    chatId: conversation.id,
    seq: nextSeq(conversation, draft.senderId),
    rev: conversation.lastRev,
    quoted,
    attachments: early ? draft.attachments.map((row) => withResult(row, early)) : draft.attachments,
    voiceStatus: draft.type === 'voice' ? (early?.status ?? 'processing') : null,
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
