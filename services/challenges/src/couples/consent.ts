import { LIMITS } from '@duet/contracts';

/** Whether a consent that was given at this instant still counts. */
export const stillConsents = (givenAt: Date | null, now: Date): boolean =>
  givenAt !== null && now.getTime() - givenAt.getTime() < LIMITS.consent;

/** The member who asks to delete a goal or list; null without one, and once that has lapsed. */
export const deletionAskedBy = (
  { deleteAskedBy, deleteAskedAt }: { deleteAskedBy: string | null; deleteAskedAt: Date | null },
  now: Date,
): string | null => (stillConsents(deleteAskedAt, now) ? deleteAskedBy : null);
