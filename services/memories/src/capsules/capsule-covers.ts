import { type CapsuleCover, FIELD_TEXTS } from '@duet/contracts';
import { type Tx, fieldError } from '@duet/service-kit';
import type { SelectQueryBuilder } from 'typeorm';
import type { Capsule } from './capsule.entity.js';
import { fileAccess, outsideAccess } from './contribution-files.js';
import { ContributionFile } from './contribution-file.entity.js';
import { READABLE } from './contribution.view.js';

/** Pictures in capsules that the viewer reads and that are no surprise for the other. Nothing sealed is among them. */
const shownPictures = (tx: Tx, viewerId: string): SelectQueryBuilder<ContributionFile> =>
  tx
    .createQueryBuilder(ContributionFile, 'f')
    .innerJoin('f.contribution', 'r')
    .innerJoin('r.capsule', 'c')
    .where("f.kind = 'image' AND (r.visibility = 'shared' OR c.status = 'completed')", { viewerId })
    .andWhere(READABLE);

/** The covers of these capsules that the viewer may see, by capsule. */
export async function coversOf(
  tx: Tx,
  capsules: readonly Capsule[],
  viewerId: string,
): Promise<Map<string, CapsuleCover>> {
  const covers = new Map<string, CapsuleCover>();
  const inside = new Map(capsules.filter((one) => one.coverUploadId === null).map((one) => [one.id, one]));
  for (const { id, coverUploadId, accessEpoch } of capsules)
    if (coverUploadId !== null)
      covers.set(id, { id: coverUploadId, from: 'upload', access: outsideAccess(accessEpoch), file: null });
  if (inside.size === 0) return covers;
  const pictures = await shownPictures(tx, viewerId)
    .andWhere('f.is_cover AND f.capsule_id IN (:...ids)', { ids: [...inside.keys()] })
    .getMany();
  for (const { id, capsuleId } of pictures) {
    const capsule = inside.get(capsuleId);
    if (capsule) covers.set(capsuleId, { id, from: 'picture', access: fileAccess(capsule), file: null });
  }
  return covers;
}

/**
 * Makes a picture of a locked capsule its cover, or none.
 * @throws AppError VALIDATION_FAILED for a picture that one of the two does not see, whether it exists or not
 */
export async function choosePicture(
  tx: Tx,
  { id: capsuleId }: Capsule,
  viewerId: string,
  pictureId: string | null,
): Promise<void> {
  if (pictureId !== null) {
    const wanted = { capsuleId, pictureId };
    const picture = shownPictures(tx, viewerId).andWhere('f.capsule_id = :capsuleId AND f.id = :pictureId', wanted);
    if (!(await picture.getExists())) throw fieldError('coverId', FIELD_TEXTS.pictureNotInCapsule);
  }
  await tx.update(ContributionFile, { capsuleId, isCover: true }, { isCover: false });
  if (pictureId !== null) await tx.update(ContributionFile, { id: pictureId }, { isCover: true });
}

/** The file of a cover that was uploaded for the outside. */
export const uploadedCover = ({ coverUploadId }: Capsule): string[] => (coverUploadId === null ? [] : [coverUploadId]);
