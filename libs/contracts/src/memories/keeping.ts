import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsUUID, ValidateNested } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import { CopiedFileDto } from '../media/files.js';
import type { ContributionView } from './views.js';

/**
 * The capsule for a kept thing. Without `capsuleId` it is the couple's album of kept things, which the first use
 * creates.
 */
export class KeepDto {
  @IsOptional()
  @IsUUID()
  capsuleId?: string;

  /** The same id is the same contribution. */
  @IsUUID()
  clientId!: string;
}

export class KeepMessageDto extends KeepDto {
  @IsUUID()
  messageId!: string;
}

/** The gateway fills `attachments` with what media has copied. */
export class KeepMessageWithFilesDto extends KeepMessageDto {
  /** One for each file of the message. Without them the words alone are kept. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @ValidateNested({ each: true })
  @Type(() => CopiedFileDto)
  attachments?: CopiedFileDto[];
}

/** The copies of files that a capsule needs before it keeps a message. */
export interface KeepPlan {
  /** Null where there is nothing to copy: the message has words alone, or is kept already. */
  capsuleId: string | null;
  fileIds: string[];
}

export class KeepAnswersDto extends KeepDto {
  @IsUUID()
  questionId!: string;
}

/** `repeated`: it lay in the capsule already. */
export interface Kept {
  contribution: ContributionView;
  repeated: boolean;
}

const errors = [
  'NO_PARTNER',
  'CAPSULE_NOT_FOUND',
  'CAPSULE_SEALED',
  'CAPSULE_STATE',
  'TOO_MANY_CAPSULES',
  'TOO_MANY_CONTRIBUTIONS',
] as const;

/** Returns the files of a message that media has to copy before `keepMessage`. */
export const planKeeping = defineRpc({
  subject: 'memories.message.plan',
  access: 'user',
  request: KeepMessageDto,
  returns: returns<KeepPlan>(),
  errors: [...errors, 'MESSAGE_NOT_FOUND'],
});

/** Copies a message of the couple's conversation into a capsule. */
export const keepMessage = defineRpc({
  subject: 'memories.message.keep',
  access: 'user',
  request: KeepMessageWithFilesDto,
  returns: returns<Kept>(),
  errors: [...errors, 'MESSAGE_NOT_FOUND'],
});

/** Copies a daily question with both answers into a capsule. */
export const keepAnswers = defineRpc({
  subject: 'memories.answer.keep',
  access: 'user',
  request: KeepAnswersDto,
  returns: returns<Kept>(),
  errors: [...errors, 'QUESTION_NOT_FOUND'],
});
