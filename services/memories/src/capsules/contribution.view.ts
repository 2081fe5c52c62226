import type { ContributionView } from '@duet/contracts';
import type { Capsule } from './capsule.entity.js';
import type { Contribution } from './contribution.entity.js';

/** A contribution without its files. */
export const contributionView = (row: Contribution): Omit<ContributionView, 'attachments' | 'access'> => ({
  _id: row.id,
  capsuleId: row.capsuleId,
  coupleId: row.coupleId,
  author: row.authorId,
  kind: row.kind,
  text: row.text,
  keptMessage: row.keptMessage,
  keptAnswers: row.keptAnswers,
  keptChallenge: row.keptChallenge,
  keptStory: row.keptStory,
  place:
    row.placeLabel === null
      ? null
      : { label: row.placeLabel, ...(row.lat !== null && row.lng !== null && { lat: row.lat, lng: row.lng }) },
  happenedAt: row.happenedOn,
  visibility: row.visibility,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
});

/**
 * Whether a member may read a contribution. While a timed capsule is sealed neither may, not even its author: that is
 * the point of burying.
 */
export function isReadable(
  { kind, status, deletedAt }: Pick<Capsule, 'kind' | 'status' | 'deletedAt'>,
  { authorId, visibility }: Pick<Contribution, 'authorId' | 'visibility'>,
  viewerId: string,
): boolean {
  if (deletedAt !== null) return false;
  if (kind === 'keepsake' || status === 'completed') return true;
  return status === 'collecting' && (authorId === viewerId || visibility === 'shared');
}

/**
 * `isReadable` as a condition of SQL over a contribution `r` of a capsule `c`. A test holds the two to the same answers.
 * @param viewer the parameter that holds the viewer's id
 */
export const readableBy = (viewer: string): string => `
  c.deleted_at IS NULL AND (c.kind = 'keepsake' OR c.status = 'completed'
    OR (c.status = 'collecting' AND (r.author_id = ${viewer} OR r.visibility = 'shared')))`;

export const READABLE = readableBy(':viewerId');
