import {
  type FileAccess,
  type FileOwner,
  LIMITS,
  type ProofFileKind,
  type StagedFileDto,
  type StepAttachment,
  type StepProof,
} from '@duet/contracts';
import { type Carried, requireCarried } from '../files/entity-files.js';
import type { Challenge } from './challenge.entity.js';
import { type Loaded, type LoadedPart, isComplete } from './progress.js';
import { StepFile } from './step-file.entity.js';

/** The kind of files that a proof consists of, and how many of them. */
const CARRIED: Partial<Record<StepProof, Carried<ProofFileKind>>> = {
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
  return requireCarried(CARRIED[proof], files).map((file, position) =>
    Object.assign(new StepFile(), { ...file, ...part, position }),
  );
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
