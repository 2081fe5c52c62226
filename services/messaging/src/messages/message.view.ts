import { type MessageView, type QuoteView, quoteOf } from '@duet/contracts';
import { attachmentView } from '../attachments/attachment.rows.js';
import { type ConversationState, type MemberRow, senderView } from '../conversations/conversation.rows.js';
import type { MessageRow, QuotedRow } from './message.rows.js';

type Members = ConversationState['members'];

function memberOf(members: Members, userId: string): MemberRow {
  const member = members.get(userId);
  // Unreachable while `messages_sender_fkey` holds.
  if (!member) throw new TypeError('a message without its sender');
  return member;
}

function quoteView(row: QuotedRow, members: Members): QuoteView {
  const sender = senderView(memberOf(members, row.senderId));
  return quoteOf({ _id: row.id, seq: row.seq, rev: row.rev, sender, content: row.content, messageType: row.type, deletedAt: row.deletedAt?.toISOString() ?? null });
}

const isReadBy = (members: Members, { senderId, seq }: MessageRow): boolean =>
  [...members.values()].some((member) => member.userId !== senderId && member.readUpTo >= seq);

/** A message as both partners see it, read as far as the other one's marker says. */
export function messageView(row: MessageRow, members: Members): MessageView {
  const isRead = isReadBy(members, row);
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
    isRead,
    status: isRead ? 'read' : 'sent',
    voiceStatus: row.voiceStatus,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    notice: row.notice,
  };
}
