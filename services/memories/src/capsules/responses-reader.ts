import type { CapsuleCommentView, CapsuleReaction } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { CapsuleComment, CapsuleReactionRow } from './response.entity.js';

export const commentView = ({ id, userId, text, createdAt }: CapsuleComment): CapsuleCommentView => ({
  _id: id,
  user: userId,
  text,
  createdAt: createdAt.toISOString(),
});

/** Comments, the oldest first, and reactions. Only an open capsule has any. */
export async function readResponses(
  tx: Tx,
  capsuleId: string,
): Promise<{ comments: CapsuleCommentView[]; reactions: CapsuleReaction[] }> {
  const [comments, reactions] = [
    await tx.find(CapsuleComment, { where: { capsuleId }, order: { id: 'ASC' } }),
    await tx.find(CapsuleReactionRow, { where: { capsuleId }, order: { createdAt: 'ASC', emoji: 'ASC' } }),
  ];
  return {
    comments: comments.map(commentView),
    reactions: reactions.map(({ emoji, userId }) => ({ emoji, user: userId })),
  };
}
