import {
  type CapsuleCommentByIdDto,
  type CapsuleCommentIdDto,
  type CapsuleCommentView,
  type CapsuleReactionByIdDto,
  LIMITS,
  canonicalEmoji,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CapsuleChanges } from '../capsules/capsule-changes.js';
import { CapsuleComment, CapsuleReactionRow } from '../capsules/response.entity.js';
import { commentView } from '../capsules/responses-reader.js';

/** The responses of the couple to an open capsule. */
@Injectable()
export class ResponsesService {
  constructor(@Inject(CapsuleChanges) private readonly changes: CapsuleChanges) {}

  /**
   * Commenting again under the same `clientId` answers with the first comment, in every state of the capsule.
   * @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_LOCKED, CAPSULE_STATE, TOO_MANY_COMMENTS
   */
  async comment(userId: string, { id: capsuleId, text, clientId }: CapsuleCommentByIdDto): Promise<CapsuleCommentView> {
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, now, permit }) => {
      const made = await tx.findOneBy(CapsuleComment, { capsuleId, userId, clientId });
      if (made) return { change: null, answer: async () => commentView(made) };
      permit('comment');
      if ((await tx.countBy(CapsuleComment, { capsuleId })) >= LIMITS.capsuleComments)
        throw new AppError('TOO_MANY_COMMENTS');
      const row = Object.assign(new CapsuleComment(), {
        id: uuid(),
        capsuleId,
        userId,
        clientId,
        text,
        createdAt: now,
      });
      await tx.insert(CapsuleComment, row);
      return { change: { action: 'comment' }, answer: async () => commentView(row) };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, COMMENT_NOT_FOUND, NOT_YOURS */
  async deleteComment(userId: string, { id: capsuleId, commentId }: CapsuleCommentIdDto): Promise<void> {
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, capsule }) => {
      const row = await tx.findOneBy(CapsuleComment, { id: commentId, capsuleId });
      if (!row || capsule.deletedAt !== null) throw new AppError('COMMENT_NOT_FOUND');
      if (row.userId !== userId) throw new AppError('NOT_YOURS');
      await tx.delete(CapsuleComment, { id: commentId });
      return { change: { action: 'comment' }, answer: async () => undefined };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_LOCKED, CAPSULE_STATE, TOO_MANY_REACTIONS */
  async toggleReaction(userId: string, { id: capsuleId, emoji: given }: CapsuleReactionByIdDto): Promise<void> {
    const emoji = canonicalEmoji(given) ?? given;
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, now, permit }) => {
      permit('react');
      const { affected } = await tx.delete(CapsuleReactionRow, { capsuleId, userId, emoji });
      if (affected === 0) {
        const own = await tx.countBy(CapsuleReactionRow, { capsuleId, userId });
        if (own >= LIMITS.reactionsPerPerson) throw new AppError('TOO_MANY_REACTIONS');
        await tx.insert(CapsuleReactionRow, { capsuleId, userId, emoji, createdAt: now });
      }
      return { change: { action: 'reaction' }, answer: async () => undefined };
    });
  }
}
