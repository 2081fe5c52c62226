import {
  type FileAccess,
  type FileOwner,
  LIMITS,
  type ProofFileKind,
  type StagedFileDto,
  type StepAttachment,
  type StepProof,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Challenge } from './challenge.entity.js';
import { type Loaded, type LoadedPart, isComplete } from './progress.js';
import { StepFile } from './step-file.entity.js';

/** The kind of files that a proof consists of, and how many of them. */
const CARRIED: Partial<Record<StepProof, { kind: ProofFileKind; most: number }>> = {
  photo: { kind: 'image', most: LIMITS.filesPerUpload },
  voice: { kind: 'voice', most: 1 },
};

/** Whether a proof may consist of files. */
export const carriesFiles = (proof: StepProof): boolean => CARRIED[proof] !== undefined;

/**
 * The rows of a proof's files, in their order.
 * @throws AppError FILE_TYPE_UNSUPPORTED for other files than the proof asks for, TOO_MANY_FILES
 */
export function fileRows(
  proof: StepProof,
  part: Pick<StepFile, 'stepId' | 'userId'>,
  files: readonly StagedFileDto[],
): StepFile[] {
  const carried = CARRIED[proof];
  return files.map(({ id, kind }, position) => {
    if (kind !== carried?.kind) throw new AppError('FILE_TYPE_UNSUPPORTED');
    if (position >= carried.most) throw new AppError('TOO_MANY_FILES');
    return Object.assign(new StepFile(), { id, ...part, position, kind });
  });
}

/** A challenge as media knows it. */
export const ownerOf = ({ id, coupleId }: Pick<Challenge, 'id' | 'coupleId'>): FileOwner => ({
  type: 'challenge',
  id,
  coupleId,
});

/** Every file of a challenge. */
export const fileIdsOf = ({ steps }: Pick<Loaded, 'steps'>): string[] =>
  steps.flatMap(({ parts }) => parts.flatMap(({ files }) => files.map(({ id }) => id)));

/** Links are short while a proof is unrevealed, because a browser may show what it has loaded until they end. */
export const fileAccess = ({ challenge, steps }: Pick<Loaded, 'challenge' | 'steps'>): FileAccess => ({
  epoch: challenge.accessEpoch,
  seconds: steps.some(
    (step) => step.reveal === 'when_both' && !isComplete(step) && step.parts.some(({ files }) => files.length > 0),
  )
    ? LIMITS.collectingLinkSeconds
    : LIMITS.mediaLinkSeconds,
});

/** The files of a proof that its viewer may load; the gateway asks media for what they are. */
export const attachmentsOf = ({ files }: LoadedPart): StepAttachment[] =>
  files.map(({ id, kind }) => ({ id, kind, file: null }));
