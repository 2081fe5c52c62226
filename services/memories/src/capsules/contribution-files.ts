import {
  type ContributionAttachment,
  type ContributionView,
  type CopiedFileDto,
  type FileAccess,
  type FileOwner,
  LIMITS,
} from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { type FindOptionsWhere, In } from 'typeorm';
import type { Capsule } from './capsule.entity.js';
import { Contribution } from './contribution.entity.js';
import { READABLE, contributionView, isReadable } from './contribution.view.js';
import { ContributionFile } from './contribution-file.entity.js';

/** Links to a cover that was uploaded for the outside: it is never sealed. */
export const outsideAccess = (accessEpoch: number): FileAccess => ({
  epoch: accessEpoch,
  seconds: LIMITS.mediaLinkSeconds,
});

/** Links to what can still be sealed are short, because a browser may show what it has loaded until they end. */
export const fileAccess = ({
  kind,
  status,
  accessEpoch,
}: Pick<Capsule, 'kind' | 'status' | 'accessEpoch'>): FileAccess => ({
  epoch: accessEpoch,
  seconds: kind === 'timed' && status === 'collecting' ? LIMITS.collectingLinkSeconds : LIMITS.mediaLinkSeconds,
});

const attachmentView = ({
  id,
  kind,
  caption,
  transcript,
  takenAt,
  lat,
  lng,
}: ContributionFile): ContributionAttachment => ({
  id,
  kind,
  caption,
  transcript,
  takenAt,
  place: lat === null || lng === null ? null : { lat, lng },
  // The gateway asks media for it.
  file: null,
});

/** A file that media has stored, with what its contribution says of it. */
export interface NewFile extends Pick<CopiedFileDto, 'id' | 'kind' | 'fingerprint' | 'takenAt' | 'place'> {
  caption?: string;
  transcript?: string;
}

const fileRows = (
  { id: contributionId, capsuleId }: Pick<Contribution, 'id' | 'capsuleId'>,
  files: readonly NewFile[],
): ContributionFile[] =>
  files.map(({ id, kind, fingerprint, takenAt, place, caption, transcript }, position) =>
    Object.assign(new ContributionFile(), {
      id,
      contributionId,
      capsuleId,
      position,
      kind,
      caption: caption ?? '',
      transcript: transcript ?? null,
      takenAt: takenAt ?? null,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      isCover: false,
      fingerprint,
    }),
  );

/** Inserts a contribution with its files. */
export async function insertContribution(tx: Tx, row: Contribution, files: readonly NewFile[]): Promise<void> {
  row.hasPicturedPlace = files.some(({ place }) => place !== undefined);
  await tx.insert(Contribution, row);
  await tx.insert(ContributionFile, fileRows(row, files));
}

/** The files of these contributions, in their order. */
export async function filesOf(tx: Tx, contributionIds: readonly string[]): Promise<Map<string, ContributionFile[]>> {
  if (contributionIds.length === 0) return new Map();
  const files = await tx.find(ContributionFile, {
    where: { contributionId: In(contributionIds) },
    order: { position: 'ASC' },
  });
  return Map.groupBy(files, ({ contributionId }) => contributionId);
}

/** A contribution with its capsule. */
export type CapsuledContribution = Contribution & { capsule: Capsule };

/** Returns whether the query joined the capsule. */
export const hasCapsule = (row: Contribution): row is CapsuledContribution => row.capsule !== undefined;

/** The views of contributions that their viewer may read. */
export async function contributionViews(tx: Tx, rows: readonly CapsuledContribution[]): Promise<ContributionView[]> {
  const files = await filesOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...contributionView(row),
    attachments: (files.get(row.id) ?? []).map(attachmentView),
    access: fileAccess(row.capsule),
  }));
}

/** The words, place, day and files of a contribution that its capsule hides, also from its author. */
const hiddenContent = ({ createdAt }: Contribution) => ({
  text: '',
  keptMessage: null,
  keptAnswers: null,
  keptChallenge: null,
  keptStory: null,
  place: null,
  happenedAt: createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length),
  attachments: [],
});

/**
 * One view, read after a change of its capsule, so that it carries the present access epoch. Of a contribution in a sealed
 * capsule it says only that it is stored.
 */
export async function contributionViewIn(tx: Tx, row: Contribution, capsule: Capsule): Promise<ContributionView> {
  const [view] = await contributionViews(tx, [Object.assign(row, { capsule })]);
  if (!view) throw new AppError('CONTRIBUTION_NOT_FOUND');
  return isReadable(capsule, row, row.authorId) ? view : { ...view, ...hiddenContent(row) };
}

/** Those of these files of a capsule that the viewer may load: its contributions' and its cover. */
export async function readableFileIds(
  tx: Tx,
  { id: capsuleId, coverUploadId }: Capsule,
  viewerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const files = await tx
    .createQueryBuilder(ContributionFile, 'f')
    .innerJoin('f.contribution', 'r')
    .innerJoin('r.capsule', 'c')
    .where('f.capsule_id = :capsuleId AND f.id IN (:...ids)', { capsuleId, ids, viewerId })
    .andWhere(READABLE)
    .getMany();
  const readable = new Set(files.map(({ id }) => id));
  return ids.filter((id) => readable.has(id) || id === coverUploadId);
}

/** A capsule as media knows it. */
export const ownerOf = ({ id, coupleId }: Pick<Capsule, 'id' | 'coupleId'>): FileOwner => ({
  type: 'capsule',
  id,
  coupleId,
});

/** Every such file. */
export async function fileIdsOf(tx: Tx, where: FindOptionsWhere<ContributionFile>): Promise<string[]> {
  return (await tx.find(ContributionFile, { select: { id: true }, where })).map(({ id }) => id);
}
