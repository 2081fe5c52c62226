import { IsString, IsUUID, Length } from 'class-validator';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed } from '../core/validators.js';
import type { CapsuleCommentView, CapsuleView } from './views.js';

export class CapsuleReactionDto {
  @Follows(rules.emoji)
  emoji!: string;
}

export class CapsuleReactionByIdDto extends CapsuleReactionDto {
  @IsUUID()
  id!: string;
}

export class CapsuleCommentDto {
  @Trimmed()
  @IsString()
  @Length(1, LIMITS.capsuleCommentLength)
  text!: string;

  /** The same id is the same comment. */
  @IsUUID()
  clientId!: string;
}

export class CapsuleCommentByIdDto extends CapsuleCommentDto {
  @IsUUID()
  id!: string;
}

export class CapsuleCommentIdDto extends IdDto {
  @IsUUID()
  commentId!: string;
}

/** Adds the caller's reaction, or takes it away. */
export const reactToCapsule = defineRpc({
  subject: 'memories.reaction.toggle',
  access: 'user',
  request: CapsuleReactionByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_LOCKED', 'CAPSULE_STATE', 'TOO_MANY_REACTIONS'],
});

export const commentOnCapsule = defineRpc({
  subject: 'memories.comment.add',
  access: 'user',
  request: CapsuleCommentByIdDto,
  returns: returns<CapsuleCommentView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_LOCKED', 'CAPSULE_STATE', 'TOO_MANY_COMMENTS'],
});

/** Only its author deletes a comment. */
export const deleteComment = defineRpc({
  subject: 'memories.comment.delete',
  access: 'user',
  request: CapsuleCommentIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'COMMENT_NOT_FOUND', 'NOT_YOURS'],
});
