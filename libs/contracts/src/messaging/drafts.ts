import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { DraftView } from '../conversation/views.js';

/**
 * Saves the caller's draft. An empty text deletes it. The last write wins. With a `chatId` the call fails unless that
 * conversation is the caller's current one: words written before an unlink must not appear beside the next partner.
 */
export class SaveDraftDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @IsString()
  @MaxLength(LIMITS.messageLength * 2)
  content!: string;

  @IsOptional()
  @IsUUID()
  replyTo?: string | null;
}

export const getDraft = defineRpc({
  subject: 'messaging.draft.get',
  access: 'user',
  request: NoInput,
  returns: returns<DraftView>(),
  errors: ['NO_PARTNER'],
});

export const saveDraft = defineRpc({
  subject: 'messaging.draft.save',
  access: 'user',
  request: SaveDraftDto,
  returns: returns<DraftView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});
