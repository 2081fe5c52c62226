import { type MessageStatus, type MessageView, type QuoteView, quoteOf } from '@duet/contracts';
import { attachmentView } from '../attachments/attachment.rows.js';
import { type MemberRow, senderView } from '../conversations/conversation.rows.js';
import { shownPreview } from '../previews/stored-preview.js';
import type { MessageRow, QuotedRow } from './message.rows.js';

/** What a message shows of those who are in its conversation. */
type Member = Pick<MemberRow, 'userId' | 'firstName' | 'username' | 'shownUpTo' | 'shownDeliveredUpTo'>;
type Members = ReadonlyMap<string, Member>;

function memberOf(members: Members, userId: string): Member {
  const member = members.get(userId);
  // Unreachable while `messages_sender_fkey` holds.
  if (!member) throw new TypeError('a message without its sender');
  return member;
}

export function quoteView(row: QuotedRow, members: Members): QuoteView {
  const sender = senderView(memberOf(members, row.senderId));
  return quoteOf({ _id: row.id, seq: row.seq, rev: row.rev, sender, content: row.content, messageType: row.type, deletedAt: row.deletedAt?.toISOString() ?? null });
}

/** How far a message has come, by what the other one shows. */
function statusOf(members: Members, { senderId, seq }: MessageRow): MessageStatus {
  const others = [...members.values()].filter(({ userId }) => userId !== senderId);
  if (others.some(({ shownUpTo }) => shownUpTo >= seq)) return 'read';
  return others.some(({ shownDeliveredUpTo }) => shownDeliveredUpTo >= seq) ? 'delivered' : 'sent';
}

/** A message as both partners may see it. What only its receiver knows is in that one's own marker. */
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
