import { IsUUID } from 'class-validator';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { WholeNumber } from '../core/validators.js';
import type { MessageSender, MessageView } from '../conversation/views.js';

/**
 * A conversation in the caller's export: the current one, or one that ended less than 30 days ago. An ended one has the
 * names at its end, because the caller may no longer see later ones.
 */
export interface ExportConversation {
  chatId: string;
  status: 'active' | 'ended';
  endedAt: string | null;
  /** When the caller was last online, as stored for the partner. The previous build does not send it. */
  lastSeenAt?: string | null;
  members: MessageSender[];
}

/**
 * A page of messages, ascending by seq, without deleted ones and those that the caller deleted for themselves. `starred` has
 * the ids of the caller's stars, also on quoted messages. `next` is the seq to continue after; null at the end.
 */
export interface ExportMessages {
  messages: MessageView[];
  /** The previous build does not send it. */
  starred?: string[];
  next: number | null;
}

export class ExportMessagesDto {
  @IsUUID()
  chatId!: string;

  /** A seq, not a revision: a message that is edited meanwhile must not appear twice. */
  @WholeNumber(0)
  after!: number;
}

/** Lists the conversations of an export. Only this call and `getExportMessages` read ended conversations. */
export const listExportConversations = defineRpc({
  subject: 'messaging.export.conversations',
  access: 'user',
  request: NoInput,
  returns: returns<ExportConversation[]>(),
  errors: [],
  tokens: ['export'],
});

export const getExportMessages = defineRpc({
  subject: 'messaging.export.messages',
  access: 'user',
  request: ExportMessagesDto,
  returns: returns<ExportMessages>(),
  errors: ['CONVERSATION_NOT_FOUND'],
  tokens: ['export'],
});
