import { type SystemMessageView, conversationSettingsChanged, messageSent } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { v4, v7 } from 'uuid';
import {
  type ConversationMutation,
  type LockedConversation,
  changed,
} from '../conversations/conversation-mutations.js';
import { nextSeq, settingsView } from '../conversations/conversation.queries.js';
import { type MessageRow, insertAll } from '../messages/message.queries.js';
import { messageView } from '../messages/message.view.js';
import { leaveOutSystemMessage, writeDisappearAfter } from './disappearing.queries.js';

/** Sets after how many seconds new messages of the locked conversation expire, and adds the system message as this member's message. */
export async function setDisappearAfter(
  tx: Tx,
  conversation: LockedConversation,
  { senderId, notice, at }: { senderId: string; notice: SystemMessageView; at: Date },
): Promise<ConversationMutation[]> {
  conversation.disappearAfter = notice.seconds;
  conversation.settingsRev = conversation.nextRev();
  await writeDisappearAfter(tx, [conversation.id, conversation.disappearAfter, conversation.settingsRev]);
  const row = systemMessageRow(conversation, senderId, notice, at);
  await insertAll(tx, [row]);
  await leaveOutSystemMessage(tx, [conversation.id, senderId]);
  const settings = settingsView(conversation);
  const of = { chatId: conversation.id, actorId: senderId };
  return [
    changed(conversationSettingsChanged, { ...of, rev: settings.rev, settings }),
    changed(messageSent, { ...of, rev: row.rev, message: messageView(row, conversation.members) }),
  ];
}

/** The system message of the change. It never expires. */
const systemMessageRow = (
  conversation: LockedConversation,
  senderId: string,
  notice: SystemMessageView,
  createdAt: Date,
): MessageRow => ({
  id: v7(),
  chatId: conversation.id,
  senderId,
  clientMessageId: v4(),
  seq: nextSeq(conversation, senderId),
  rev: conversation.nextRev(),
  type: 'notice',
  content: '',
  sticker: null,
  card: null,
  bodyHash: null,
  quoted: null,
  attachments: [],
  voiceStatus: null,
  reactions: [],
  createdAt,
  editedAt: null,
  deletedAt: null,
  pinnedAt: null,
  expiresAt: null,
  notice,
  preview: null,
});
