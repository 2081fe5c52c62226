import { IsOptional, IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
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

/** Copies a message of the couple's conversation into a capsule. */
export const keepMessage = defineRpc({
  subject: 'memories.message.keep',
  access: 'user',
  request: KeepMessageDto,
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
