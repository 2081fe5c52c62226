import {
  type CapsuleRecord,
  type CapsuleRecords,
  type CapsuleRecordsDto,
  type ContributionRecords,
  type ContributionRecordsDto,
  LIMITS,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import { Capsule } from '../capsules/capsule.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { contributionView, isReadable } from '../capsules/contribution.view.js';
import { filesOf } from '../capsules/contribution-files.js';
import { CapsuleComment } from '../capsules/response.entity.js';
import { CouplesService } from '../couples/couples.service.js';

/** Capsules of one answer: two with all the comments that they can have stay well below what the bus carries. */
const PAGE = 2;

/** Capsules for a person's data export. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  async listCapsules(userId: string, { after }: CapsuleRecordsDto): Promise<CapsuleRecords> {
    const capsules = await this.database.manager.find(Capsule, {
      where: {
        coupleId: In(await this.couples.idsOf(userId)),
        deletedAt: IsNull(),
        ...(after !== undefined && { id: MoreThan(after) }),
      },
      order: { id: 'ASC' },
      take: PAGE,
    });
    const records = await Promise.all(capsules.map((capsule) => this.record(userId, capsule)));
    return { capsules: records, next: capsules.length < PAGE ? null : (capsules.at(-1)?.id ?? null) };
  }

  /** @throws AppError CAPSULE_NOT_FOUND */
  async listContributions(userId: string, { capsuleId, after }: ContributionRecordsDto): Promise<ContributionRecords> {
    const coupleId = In(await this.couples.idsOf(userId));
    const capsule = await this.database.manager.findOneBy(Capsule, { id: capsuleId, coupleId, deletedAt: IsNull() });
    if (!capsule) throw new AppError('CAPSULE_NOT_FOUND');
    const rows = await this.database.manager.find(Contribution, {
      where: { capsuleId, ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: LIMITS.contributionPage,
    });
    const readable = rows.filter((row) => row.authorId === userId || isReadable(capsule, row, userId));
    const files = await filesOf(
      this.database.manager,
      readable.map(({ id }) => id),
    );
    const contributions = readable.map((row) => {
      const { author, text, keptMessage, keptAnswers, keptChallenge, keptStory, place, happenedAt, createdAt } =
        contributionView(row);
      const kept = { keptMessage, keptAnswers, keptChallenge, keptStory };
      const attachments = (files.get(row.id) ?? []).map(({ id, caption, transcript }) => ({
        id,
        caption,
        ...(transcript !== null && { transcript }),
      }));
      return { author, text, ...kept, place, happenedAt, createdAt, attachments };
    });
    return { contributions, next: rows.length < LIMITS.contributionPage ? null : (rows.at(-1)?.id ?? null) };
  }

  /** A reopened album shows comments to their authors alone. */
  private async record(userId: string, capsule: Capsule): Promise<CapsuleRecord> {
    const comments = await this.database.manager.find(CapsuleComment, {
      where: { capsuleId: capsule.id, ...(capsule.status !== 'completed' && { userId }) },
      order: { id: 'ASC' },
    });
    return {
      id: capsule.id,
      title: capsule.title,
      description: capsule.description,
      kind: capsule.kind,
      status: capsule.status,
      createdBy: await this.couples.authorOf(capsule.createdBy),
      coupleId: capsule.coupleId,
      createdAt: capsule.createdAt.toISOString(),
      unlockAt: capsule.unlockAt?.toISOString() ?? null,
      completedAt: capsule.completedAt?.toISOString() ?? null,
      ...(capsule.coverUploadId !== null && { coverId: capsule.coverUploadId }),
      ...(capsule.theme !== null && { theme: capsule.theme }),
      comments: comments.map(({ userId: author, text, createdAt }) => ({
        author,
        text,
        createdAt: createdAt.toISOString(),
      })),
    };
  }
}
