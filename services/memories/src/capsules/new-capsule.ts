import { type CapsuleSource, type CreateCapsuleDto, LIMITS, canonicalEmoji, FIELD_TEXTS } from '@duet/contracts';
import { AppError, type Tx, fieldError } from '@duet/service-kit';
import type { FindOptionsWhere } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Capsule } from './capsule.entity.js';
import { unlockInstant } from './unlock-date.js';

/** Stores a capsule, unless the same call has stored one at the same moment: a unique index of `key` decides. @returns the stored one */
export async function storeOnce(tx: Tx, capsule: Capsule, key: FindOptionsWhere<Capsule>): Promise<Capsule> {
  await tx.createQueryBuilder().insert().into(Capsule).values(capsule).orIgnore().execute();
  return tx.findOneByOrFail(Capsule, key);
}

export const NO_CONSENT = { sealConfirmedBy: [], sealConfirmedAt: null };
export const NO_PROPOSAL = { proposedAt: null, proposedBy: null, proposedUnlockAt: null };
export const NO_DELETE_WISH = { deleteConfirmedBy: [], deleteConfirmedAt: null };

export const NO_COVER = { coverUploadId: null, coverClientId: null };

/** A capsule to create. One that the server creates says where it comes from. */
export interface NewCapsule extends CreateCapsuleDto {
  source?: CapsuleSource;
  /** For the source `year` only, which has one of these two. */
  year?: number;
  anniversaryYear?: number;
  /** For the source `challenge` only. */
  challengeId?: string;
  /** For the source `story` only. */
  storyReadingId?: string;
  /** For the source `goal` only. */
  goalId?: string;
}

export const emojiOf = (given: string | null | undefined): string | null | undefined =>
  typeof given === 'string' ? canonicalEmoji(given) : given;

/** @throws AppError TOO_MANY_CAPSULES */
export async function requireRoomForCapsule(tx: Tx, coupleId: string): Promise<void> {
  if ((await tx.countBy(Capsule, { coupleId })) >= LIMITS.capsules) throw new AppError('TOO_MANY_CAPSULES');
}

/** An empty capsule that collects. @throws AppError VALIDATION_FAILED */
export function newCapsule(userId: string, coupleId: string, dto: NewCapsule, now: Date): Capsule {
  const isTimed = dto.kind === 'timed';
  if (!isTimed && (dto.unlockAt !== undefined || dto.unlockTz !== undefined))
    throw fieldError('unlockAt', FIELD_TEXTS.albumHasNoDate);
  const capsule = new Capsule();
  return Object.assign(capsule, {
    id: uuid(),
    coupleId,
    createdBy: userId,
    clientId: dto.clientId,
    kind: dto.kind,
    title: dto.title,
    description: dto.description ?? '',
    emoji: emojiOf(dto.emoji) ?? null,
    theme: dto.theme ?? null,
    ...NO_COVER,
    tags: dto.tags ?? [],
    source: dto.source ?? 'manual',
    collectsKept: dto.source === 'chat',
    year: dto.year ?? null,
    anniversaryYear: dto.anniversaryYear ?? null,
    challengeId: dto.challengeId ?? null,
    storyReadingId: dto.storyReadingId ?? null,
    goalId: dto.goalId ?? null,
    status: 'collecting' as const,
    unlockAt: isTimed ? unlockInstant(dto.unlockAt ?? '', dto.unlockTz ?? 'UTC', now) : null,
    unlockTz: isTimed ? (dto.unlockTz ?? 'UTC') : null,
    openRule: dto.openRule ?? 'together',
    ...NO_CONSENT,
    ...NO_PROPOSAL,
    ...NO_DELETE_WISH,
    openConfirmedBy: [],
    openConfirmedAt: null,
    sealedAt: null,
    readyAt: null,
    completedAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    accessEpoch: 0,
  });
}
