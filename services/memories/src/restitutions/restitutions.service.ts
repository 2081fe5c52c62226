import {
  type CapsuleStatus,
  type ContributionRecord,
  LIMITS,
  type RestitutionRecord,
  type RestitutionRecords,
  type RestitutionRecordsDto,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { contributionView } from '../capsules/contribution.view.js';
import { type CapsuledContribution, filesOf, hasCapsule } from '../capsules/contribution-files.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { CouplesService } from '../couples/couples.service.js';

/** Reads the contributions that the members of a purged couple get back. Media stores them, and then asks to delete the capsules. */
@Injectable()
export class RestitutionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** The author's contributions to capsules that were not completed. @throws AppError UNAVAILABLE before the purge arrived */
  async list({ coupleId, userId, after }: RestitutionRecordsDto): Promise<RestitutionRecords> {
    await this.requirePurged(coupleId);
    const rows = await this.database.manager.find(Contribution, {
      where: {
        coupleId,
        authorId: userId,
        capsule: { status: Not<CapsuleStatus>('completed'), deletedAt: IsNull() },
        ...(after !== undefined && { id: MoreThan(after) }),
      },
      relations: { capsule: true },
      order: { id: 'ASC' },
      take: LIMITS.contributionPage,
    });
    const files = await filesOf(
      this.database.manager,
      rows.map(({ id }) => id),
    );
    const records = rows.filter(hasCapsule).flatMap((row) => {
      const attachments = (files.get(row.id) ?? []).map(({ id, caption }) => ({ id, caption }));
      return recordOf(row, attachments) ?? [];
    });
    return { records, next: rows.length < LIMITS.contributionPage ? null : (rows.at(-1)?.id ?? null) };
  }

  /** Deletes the purged couple with its capsules; a repeated call finds none. @throws AppError UNAVAILABLE before the purge arrived */
  async finish(coupleId: string): Promise<void> {
    await this.requirePurged(coupleId);
    await this.couples.deletePurged(coupleId);
  }

  /** Until the purge has arrived, a late write could still add to what is given back. */
  private async requirePurged(coupleId: string): Promise<void> {
    if (await this.couples.awaitsPurge(coupleId)) throw new AppError('UNAVAILABLE');
  }
}

/** Null when nothing of it is the author's own: a kept message of the partner, without a caption. */
function recordOf(
  row: CapsuledContribution,
  attachments: NonNullable<ContributionRecord['attachments']>,
): RestitutionRecord | null {
  const { authorId, capsule } = row;
  const { text, place, happenedAt, createdAt, keptMessage, keptAnswers } = contributionView(row);
  const isCopyOfPartner = keptMessage !== null && keptMessage.by !== authorId;
  const answers = keptAnswers?.answers.filter(({ by }) => by === authorId) ?? [];
  const contribution: ContributionRecord = {
    author: authorId,
    text,
    keptMessage: isCopyOfPartner ? null : keptMessage,
    // The question may be one that the partner wrote.
    keptAnswers: keptAnswers && answers.length > 0 ? { ...keptAnswers, question: '', answers } : null,
    place,
    happenedAt,
    createdAt,
    attachments: isCopyOfPartner ? [] : attachments,
  };
  if (isEmpty(contribution)) return null;
  const { id, title, kind, unlockAt } = capsule;
  return {
    capsule: {
      id,
      title,
      kind,
      createdAt: capsule.createdAt.toISOString(),
      unlockAt: unlockAt?.toISOString() ?? null,
    },
    contribution,
  };
}

const isEmpty = ({ text, keptMessage, keptAnswers, place, attachments = [] }: ContributionRecord): boolean =>
  text === '' && !keptMessage && !keptAnswers && !place && attachments.length === 0;
