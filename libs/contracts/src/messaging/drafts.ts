import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { NoInput, defineRpc, returns } from '../core/rpc.js';
import type { DraftView } from './views.js';

/** An empty text is no draft. The last writer wins: both are the same person. */
export class SaveDraftDto {
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
  errors: ['NO_PARTNER'],
});
