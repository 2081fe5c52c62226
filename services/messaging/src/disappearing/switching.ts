import { type NoticeView, conversationSettingsChanged, messageSent } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { v4, v7 } from 'uuid';
import { type Change, type Held, changed } from '../conversations/changes.js';
import { nextSeq, settingsView } from '../conversations/conversation.rows.js';
import { type MessageRow, insertAll } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';

const SET = 'UPDATE conversations SET disappear_after = $2, settings_rev = $3 WHERE id = $1';

/** A notice is no message of anybody's: no figure counts it. */
const LEAVE_OUT = 'UPDATE conversation_members SET deleted_count = deleted_count + 1 WHERE conversation_id = $1 AND user_id = $2';

/** From now on messages of the held conversation disappear as the notice says, which stands there as this member's. */
export async function switchTo(tx: Tx, held: Held, senderId: string, notice: NoticeView): Promise<Change[]> {
  held.disappearAfter = notice.seconds;
  held.settingsRev = held.nextRev();
  await tx.query(SET, [held.id, held.disappearAfter, held.settingsRev]);
  const line = lineOf(held, senderId, notice);
  await insertAll(tx, [line]);
  await tx.query(LEAVE_OUT, [held.id, senderId]);
  const settings = settingsView(held);
  const of = { chatId: held.id, actorId: senderId };
  return [
    changed(conversationSettingsChanged, { ...of, rev: settings.rev, settings }),
    changed(messageSent, { ...of, rev: line.rev, message: messageView(line, held.members) }),
  ];
}

/** The line that tells of it. It stays: who comes later wants to know too. */
const lineOf = (held: Held, senderId: string, notice: NoticeView): MessageRow => ({
  id: v7(),
  chatId: held.id,
  senderId,
  clientMessageId: v4(),
  seq: nextSeq(held, senderId),
  rev: held.nextRev(),
  type: 'notice',
  content: '',
  bodyHash: null,
  quoted: null,
  attachments: [],
  voiceStatus: null,
  reactions: [],
  createdAt: new Date(),
  editedAt: null,
  deletedAt: null,
  pinnedAt: null,
  expiresAt: null,
  notice,
  preview: null,
});
