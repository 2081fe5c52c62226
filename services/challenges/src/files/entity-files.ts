import { type FileOwner, type StagedFileDto, filesChanged } from '@duet/contracts';
import { AppError, type UnitOfWork } from '@duet/service-kit';

/** The kind of files that an answer may consist of, and how many of them. */
export interface Carried<Kind extends StagedFileDto['kind']> {
  kind: Kind;
  most: number;
}

/** Files that an entity begins or ceases to refer to. */
export interface FileChange {
  added?: readonly string[];
  removed?: readonly string[];
}

/**
 * The ids of the files, in their order.
 * @throws AppError FILE_TYPE_UNSUPPORTED for other files than `carried`, TOO_MANY_FILES
 */
export function requireCarried<Kind extends StagedFileDto['kind']>(
  carried: Carried<Kind> | undefined,
  files: readonly StagedFileDto[],
): { id: string; kind: Kind }[] {
  return files.map(({ id, kind }, position) => {
    if (carried === undefined || kind !== carried.kind) throw new AppError('FILE_TYPE_UNSUPPORTED');
    if (position >= carried.most) throw new AppError('TOO_MANY_FILES');
    return { id, kind: carried.kind };
  });
}

/** Publishes to media which files the entity refers to, and the epoch that ends earlier links. */
export async function recordFileChange(
  unit: UnitOfWork,
  owner: FileOwner,
  accessEpoch: number,
  { added = [], removed = [] }: FileChange,
): Promise<void> {
  const change = { owner, accessEpoch, added: [...added], removed: [...removed] };
  if (added.length > 0 || removed.length > 0) await unit.record(filesChanged, owner.coupleId, change);
}
