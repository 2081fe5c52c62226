import type { Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import { StoryChoice } from './story-choice.entity.js';
import { StorySession } from './story-session.entity.js';

/**
 * Erases what the person chose and wrote in stories, and the sessions in which the partner did neither.
 * @param coupleIds all couples of the person
 */
export async function eraseStoriesOf(tx: Tx, userId: string, coupleIds: readonly string[]): Promise<void> {
  await tx.delete(StoryChoice, { userId });
  const sessions = await tx.find(StorySession, { select: { id: true }, where: { coupleId: In(coupleIds) } });
  const ids = sessions.map(({ id }) => id);
  // After the deletion above, choices are the partner's.
  const choices = await tx.find(StoryChoice, { select: { sessionId: true }, where: { sessionId: In(ids) } });
  const continued = new Set(choices.map(({ sessionId }) => sessionId));
  await tx.delete(StorySession, { id: In(ids.filter((id) => !continued.has(id))) });
}
