import { statement } from '@duet/service-kit';

/** The conversation of two people, which is active or ended after $3; the active one first. */
export const selectShared = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT c.id FROM conversation_members mine JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
     JOIN conversations c ON c.id = mine.conversation_id
   WHERE mine.user_id = $1 AND theirs.user_id = $2 AND (c.status = 'active' OR c.ended_at > $3)
   ORDER BY c.ended_at DESC NULLS FIRST LIMIT 1`,
);
