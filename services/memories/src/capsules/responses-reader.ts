import type { CapsuleCommentView, CapsuleReaction } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { capsuleStateOf } from './capsule-states.js';
import type { Capsule } from './capsule.entity.js';
import { CapsuleComment, CapsuleReactionRow } from './response.entity.js';

export const commentView = ({ id, userId, text, createdAt }: CapsuleComment): CapsuleCommentView => ({
  _id: id,
  user: userId,
  text,
  createdAt: createdAt.toISOString(),
});

/** Comments, the oldest first, and reactions. A reopened album and a capsule in the trash keep theirs, and show none. */
export async function readResponses(
  tx: Tx,
  capsule: Capsule,
): Promise<{ comments: CapsuleCommentView[]; reactions: CapsuleReaction[] }> {
  if (capsuleStateOf(capsule) !== 'completed') return { comments: [], reactions: [] };
  const capsuleId = capsule.id;
  const [comments, reactions] = [
    await tx.find(CapsuleComment, { where: { capsuleId }, order: { id: 'ASC' } }),
    await tx.find(CapsuleReactionRow, { where: { capsuleId }, order: { createdAt: 'ASC', emoji: 'ASC' } }),
  ];
  return {
    comments: comments.map(commentView),
    reactions: reactions.map(({ emoji, userId }) => ({ emoji, user: userId })),
  };
}
