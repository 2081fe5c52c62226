import {
  type AttachmentKind,
  type ContributionKind,
  type NewAttachmentDto,
  type PlaceDto,
  FIELD_TEXTS,
} from '@duet/contracts';
import { AppError, type Tx, fieldError } from '@duet/service-kit';
import { In } from 'typeorm';
import type { Capsule } from '../capsules/capsule.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { ContributionFile } from '../capsules/contribution-file.entity.js';

/** Documents lie in kept messages alone, which have a kind of their own. */
const KINDS: Record<AttachmentKind, ContributionKind> = {
  image: 'photo',
  video: 'video',
  voice: 'voice',
  file: 'text',
};

/** The kind of a contribution is that of its first file; without files it is `text`, or `place` without words. */
export function kindOf(text: string, [first]: readonly { kind: AttachmentKind }[]): ContributionKind {
  if (first) return KINDS[first.kind];
  return text === '' ? 'place' : 'text';
}

export const placeColumns = (place: PlaceDto | null): Pick<Contribution, 'placeLabel' | 'lat' | 'lng'> => ({
  placeLabel: place?.label ?? null,
  lat: place?.lat ?? null,
  lng: place?.lng ?? null,
});

/** The day by the camera's own clock, in whatever zone it was. */
export const dayTaken = (attachments: readonly NewAttachmentDto[]): string | undefined =>
  attachments.find(({ takenAt }) => takenAt !== undefined)?.takenAt?.slice(0, 10);

/**
 * Refuses bytes that the capsule has already. A surprise of the partner does not count: the refusal would reveal it.
 * The caller has locked the capsule, so two equal uploads meet here one after the other.
 * @throws AppError DUPLICATE_FILE
 */
export async function refuseDuplicates(
  tx: Tx,
  { id: capsuleId }: Capsule,
  userId: string,
  attachments: readonly NewAttachmentDto[],
): Promise<void> {
  const fingerprints = attachments.map(({ fingerprint }) => fingerprint);
  if (fingerprints.length === 0) return;
  if (new Set(fingerprints).size < fingerprints.length)
    throw new AppError('DUPLICATE_FILE', { current: { contributionId: null } });
  const same = { capsuleId, fingerprint: In(fingerprints) };
  const found = await tx.findOne(ContributionFile, {
    where: [
      { ...same, contribution: { authorId: userId } },
      { ...same, contribution: { visibility: 'shared' } },
    ],
  });
  if (found) throw new AppError('DUPLICATE_FILE', { current: { contributionId: found.contributionId } });
}

/** @throws AppError VALIDATION_FAILED for a surprise in an album */
export function refuseSurprise({ kind }: Capsule, visibility: string | undefined): void {
  if (kind === 'keepsake' && visibility === 'surprise') throw fieldError('visibility', FIELD_TEXTS.albumIsOpen);
}
