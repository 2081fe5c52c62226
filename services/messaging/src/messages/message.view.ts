import { type MessageStatus, type MessageView, type QuoteView, quoteOf } from '@duet/contracts';
import { attachmentView } from './attachment.queries.js';
import { type MemberRow, senderView } from '../conversations/conversation.queries.js';
import { shownPreview } from './stored-preview.js';
import type { MessageRow, QuotedRow } from './message.queries.js';

/** The part of a member that message views need. */
type Member = Pick<MemberRow, 'userId' | 'firstName' | 'username' | 'shownUpTo' | 'shownDeliveredUpTo'>;
export type Members = ReadonlyMap<string, Member>;

function memberOf(members: Members, userId: string): Member {
  const member = members.get(userId);
  // Unreachable while `messages_sender_fkey` holds.
  if (!member) throw new TypeError('a message has no sender');
  return member;
}

export function quoteView(row: QuotedRow, members: Members): QuoteView {
  const sender = senderView(memberOf(members, row.senderId));
  return quoteOf({
    _id: row.id,
    seq: row.seq,
    rev: row.rev,
    sender,
    content: row.content,
    messageType: row.type,
    sticker: row.sticker,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  });
}

/** Sent, delivered or read, by the marker that the other member shows. */
function statusOf(members: Members, { senderId, seq }: MessageRow): MessageStatus {
  const others = [...members.values()].filter(({ userId }) => userId !== senderId);
  if (others.some(({ shownUpTo }) => shownUpTo >= seq)) return 'read';
  return others.some(({ shownDeliveredUpTo }) => shownDeliveredUpTo >= seq) ? 'delivered' : 'sent';
}

/** A message as both partners may see it; hidden receipts are only in the receiver's own marker. */
export function messageView(row: MessageRow, members: Members): MessageView {
  const status = statusOf(members, row);
  return {
    _id: row.id,
    id: row.id,
    chatId: row.chatId,
    seq: row.seq,
    rev: row.rev,
    clientMessageId: row.clientMessageId,
    sender: senderView(memberOf(members, row.senderId)),
    content: row.content,
    messageType: row.type,
    sticker: row.sticker,
    card: row.card,
    attachments: row.attachments.map(attachmentView),
    replyTo: row.quoted && quoteView(row.quoted, members),
    reactions: row.reactions,
    isRead: status === 'read',
    status,
    voiceStatus: row.voiceStatus,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    notice: row.notice,
    preview: shownPreview(row.preview),
  };
}
