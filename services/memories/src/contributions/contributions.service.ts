import {
  type AddContributionByIdDto,
  type AttachmentCaptionDto,
  type CapsuleFiles,
  type CapsuleFilesDto,
  type ChangeContributionByIdDto,
  type ContributionIdDto,
  type ContributionView,
  type RemovedContribution,
  FIELD_TEXTS,
} from '@duet/contracts';
import { AppError, type Tx, dayIn, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Capsule } from '../capsules/capsule.entity.js';
import { CapsuleChanges, type LockedCapsule } from '../capsules/capsule-changes.js';
import { requireRoom } from '../capsules/capsule-states.js';
import { Contribution, NOT_KEPT } from '../capsules/contribution.entity.js';
import { ContributionFile } from '../capsules/contribution-file.entity.js';
import {
  contributionViewIn,
  fileAccess,
  insertContribution,
  filesOf,
  readableFileIds,
} from '../capsules/contribution-files.js';
import { CouplesService } from '../couples/couples.service.js';
import { dayTaken, kindOf, placeColumns, refuseDuplicates, refuseSurprise } from './contribution-content.js';

/** Contributions of both members to a capsule. Only its author changes or deletes a contribution. */
@Injectable()
export class ContributionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /**
   * Adding again under the same `clientId` answers with the first contribution, in every state of the capsule.
   * @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_SEALED, TOO_MANY_CONTRIBUTIONS, DUPLICATE_FILE
   */
  async add(userId: string, { id: capsuleId, clientId, ...dto }: AddContributionByIdDto): Promise<ContributionView> {
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, capsule, member, counts, now, permit }) => {
      const made = await tx.findOneBy(Contribution, { capsuleId, authorId: userId, clientId });
      if (made) return { change: null, answer: ({ tx }, changed) => contributionViewIn(tx, made, changed) };
      permit('contribute');
      requireRoom(capsule, counts.total);
      refuseSurprise(capsule, dto.visibility);
      const { text = '', attachments = [] } = dto;
      await refuseDuplicates(tx, capsule, userId, attachments);
      const row = Object.assign(new Contribution(), {
        id: uuid(),
        capsuleId,
        coupleId: member.coupleId,
        authorId: userId,
        clientId,
        kind: kindOf(text, attachments),
        text,
        ...NOT_KEPT,
        ...placeColumns(dto.place ?? null),
        happenedOn: dto.happenedAt ?? dayTaken(attachments) ?? dayIn(now, member.timezone),
        visibility: capsule.kind === 'timed' ? (dto.visibility ?? 'surprise') : 'shared',
        createdAt: now,
        editedAt: null,
      });
      await insertContribution(tx, row, attachments);
      const files = { added: attachments.map(({ id }) => id) };
      return {
        change: { action: 'contribution_added', files },
        answer: ({ tx }, changed) => contributionViewIn(tx, row, changed),
      };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_SEALED, CONTRIBUTION_NOT_FOUND, NOT_YOURS, VALIDATION_FAILED */
  async change(userId: string, { id, contributionId, ...dto }: ChangeContributionByIdDto): Promise<ContributionView> {
    return this.changes.run(userId, id, async (locked) => {
      const { unit, capsule, now } = locked;
      const row = await requireOwn(locked, contributionId);
      refuseSurprise(capsule, dto.visibility);
      const isCopy = row.keptId !== null || row.keptStory !== null;
      if (isCopy && dto.happenedAt !== undefined) throw fieldError('happenedAt', FIELD_TEXTS.keptHasItsDay);
      const hidesFiles = dto.visibility === 'surprise' && row.visibility === 'shared';
      const changed = {
        ...(dto.text !== undefined && { text: dto.text }),
        ...(dto.place !== undefined && placeColumns(dto.place)),
        ...(dto.happenedAt !== undefined && { happenedOn: dto.happenedAt }),
        ...(dto.visibility !== undefined && { visibility: dto.visibility }),
        editedAt: now,
      };
      Object.assign(row, changed);
      const files = (await filesOf(unit.tx, [row.id])).get(row.id) ?? [];
      // A kept thing stands for itself: its caption may be empty.
      if (!isCopy) {
        if (row.text === '' && row.placeLabel === null && files.length === 0)
          throw fieldError('text', FIELD_TEXTS.textOrPlaceRequired);
        row.kind = kindOf(row.text, files);
      }
      await unit.tx.update(Contribution, { id: row.id }, { ...changed, kind: row.kind });
      await changeCaptions(unit.tx, files, dto.attachments ?? []);
      return {
        change: { action: 'contribution_changed', hidesFiles },
        answer: ({ tx }, changed) => contributionViewIn(tx, row, changed),
      };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_SEALED, CONTRIBUTION_NOT_FOUND, NOT_YOURS */
  async delete(userId: string, { id, contributionId }: ContributionIdDto): Promise<RemovedContribution> {
    return this.changes.run(userId, id, async (locked) => {
      const { tx } = locked.unit;
      const row = await requireOwn(locked, contributionId);
      const removed = ((await filesOf(tx, [row.id])).get(row.id) ?? []).map((file) => file.id);
      await tx.delete(Contribution, { id: row.id });
      return {
        change: { action: 'contribution_removed', files: { removed } },
        answer: async (_unit, { coupleId, accessEpoch }) => ({ done: true as const, coupleId, accessEpoch }),
      };
    });
  }

  /** Those of these files that the caller may load now. @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND */
  async allowFiles(userId: string, { id, ids }: CapsuleFilesDto): Promise<CapsuleFiles> {
    const { coupleId } = await this.couples.findMembership(userId);
    const capsule = await this.database.manager.findOneBy(Capsule, { id, coupleId });
    if (!capsule) throw new AppError('CAPSULE_NOT_FOUND');
    return { ids: await readableFileIds(this.database.manager, capsule, userId, ids), access: fileAccess(capsule) };
  }

  /** Those of these files that a contribution or a cover refers to. */
  async usedFiles(ids: readonly string[]): Promise<string[]> {
    const inside = await this.database.manager.findBy(ContributionFile, { id: In(ids) });
    const covers = await this.database.manager.findBy(Capsule, { coverUploadId: In(ids) });
    return [...inside.map(({ id }) => id), ...covers.flatMap(({ coverUploadId }) => coverUploadId ?? [])];
  }
}

/** @throws AppError VALIDATION_FAILED for a file of another contribution */
async function changeCaptions(
  tx: Tx,
  files: readonly ContributionFile[],
  captions: readonly AttachmentCaptionDto[],
): Promise<void> {
  for (const { id, caption } of captions) {
    if (!files.some((file) => file.id === id)) throw fieldError('attachments', FIELD_TEXTS.fileNotInContribution);
    await tx.update(ContributionFile, { id }, { caption });
  }
}

/** A surprise of the partner does not exist for the caller. */
async function requireOwn({ unit, capsule, member, permit }: LockedCapsule, id: string): Promise<Contribution> {
  permit('contribute');
  const row = await unit.tx.findOneBy(Contribution, { id, capsuleId: capsule.id });
  if (!row || (row.authorId !== member.userId && row.visibility === 'surprise'))
    throw new AppError('CONTRIBUTION_NOT_FOUND');
  if (row.authorId !== member.userId) throw new AppError('NOT_YOURS');
  return row;
}
