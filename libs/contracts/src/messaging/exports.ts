import { IsInt, IsUUID, Min } from 'class-validator';
import { NoInput, defineRpc, returns } from '../core/rpc.js';
import type { MessageSender, MessageView } from './views.js';

/**
 * A conversation that the caller may take along: the present one, or one that ended less than 30 days ago. Of an ended
 * one the names are those of its end: what a former partner is called now is no longer the caller's to know.
 */
export interface ExportConversation {
  chatId: string;
  status: 'active' | 'ended';
  endedAt: string | null;
  members: MessageSender[];
}

/** A page of it, ascending by seq, without deleted messages; `next` is the seq to go on after, null at the end. */
export interface ExportMessages {
  messages: MessageView[];
  next: number | null;
}

export class ExportMessagesDto {
  @IsUUID()
  chatId!: string;

  /** A seq and not a revision: a message that is edited meanwhile must not come twice. */
  @IsInt()
  @Min(0)
  after!: number;
}

/** These two calls are the only ones through which an ended conversation can be read, and only an export makes them. */
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
