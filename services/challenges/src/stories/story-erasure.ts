import type { Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import { StoryChoice } from './story-choice.entity.js';
import { StoryReading } from './story-reading.entity.js';

/**
 * Erases what the person chose and wrote in stories, and the readings in which the partner did neither.
 * @param coupleIds all couples of the person
 */
export async function eraseStoriesOf(tx: Tx, userId: string, coupleIds: readonly string[]): Promise<void> {
  await tx.delete(StoryChoice, { userId });
  const readings = await tx.find(StoryReading, { select: { id: true }, where: { coupleId: In(coupleIds) } });
  const ids = readings.map(({ id }) => id);
  // After the deletion above, choices are the partner's.
  const choices = await tx.find(StoryChoice, { select: { readingId: true }, where: { readingId: In(ids) } });
  const continued = new Set(choices.map(({ readingId }) => readingId));
  await tx.delete(StoryReading, { id: In(ids.filter((id) => !continued.has(id))) });
}
