import { type Actor, type ConversationSettingsView, type DisappearingDto, conversationSettingsChanged, messageSent } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { v4, v7 } from 'uuid';
import { Changes, type Held, changed } from '../conversations/changes.js';
import { nextSeq, settingsView } from '../conversations/conversation.rows.js';
import { type MessageRow, insertAll } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';

const SET = 'UPDATE conversations SET disappear_after = $2, settings_rev = $3 WHERE id = $1';

/** A notice is no message of anybody's: no figure counts it. */
const LEAVE_OUT = 'UPDATE conversation_members SET deleted_count = deleted_count + 1 WHERE conversation_id = $1 AND user_id = $2';

/** After how long messages disappear: agreed on by either for both, and told in the conversation. */
@Injectable()
export class DisappearingService {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  set({ userId }: Actor, { seconds }: DisappearingDto): Promise<ConversationSettingsView> {
    return this.changes.run(userId, async (tx, held) => {
      if (held.disappearAfter === seconds) return { answer: settingsView(held) };
      held.disappearAfter = seconds;
      held.settingsRev = held.nextRev();
      await tx.query(SET, [held.id, seconds, held.settingsRev]);
      const notice = noticeOf(held, userId, seconds);
      await insertAll(tx, [notice]);
      await tx.query(LEAVE_OUT, [held.id, userId]);
      const settings = settingsView(held);
      const of = { chatId: held.id, actorId: userId };
      const changes = [
        changed(conversationSettingsChanged, { ...of, rev: settings.rev, settings }),
        changed(messageSent, { ...of, rev: notice.rev, message: messageView(notice, held.members) }),
      ];
      return { answer: settings, changes };
    });
  }
}

/** The line that tells of it. It stays: who comes later wants to know too. */
const noticeOf = (held: Held, senderId: string, seconds: number | null): MessageRow => ({
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
  notice: { kind: 'disappearing', seconds },
});
