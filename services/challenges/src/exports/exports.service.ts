import type { ChallengeRecord, ChallengeRecords, ChallengeRecordsDto, TemplateRecords } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThan } from 'typeorm';
import { Challenge } from '../challenges/challenge.entity.js';
import { reflectionsFor } from '../challenges/challenge.view.js';
import { challengeWords, stepWords } from '../challenges/challenge-words.js';
import { type Loaded, isHiddenFrom, loadAll } from '../challenges/progress.js';
import { CouplesService } from '../couples/couples.service.js';
import { Template } from '../templates/template.entity.js';

/** Items of one answer: with all the words that they can have they stay well below what the bus carries. */
const PAGE = 10;

/** Challenges for a person's data export. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  async listChallenges(userId: string, dto: ChallengeRecordsDto): Promise<ChallengeRecords> {
    const { manager } = this.database;
    const challenges = await manager.find(Challenge, await this.page(userId, dto));
    const loaded = await loadAll(manager, challenges);
    const records = loaded.map(async (one) =>
      record(one, userId, await this.couples.authorOf(one.challenge.proposedBy)),
    );
    return { challenges: await Promise.all(records), next: nextOf(challenges) };
  }

  async listTemplates(userId: string, dto: ChallengeRecordsDto): Promise<TemplateRecords> {
    const rows = await this.database.manager.find(Template, await this.page(userId, dto));
    const templates = rows.map(({ id, createdBy: author, title, description, category, steps }) => ({
      id,
      author,
      title,
      description,
      category,
      steps,
    }));
    return { templates, next: nextOf(rows) };
  }

  private async page(userId: string, { after }: ChallengeRecordsDto) {
    const coupleId = In(await this.couples.idsOf(userId));
    return {
      where: { coupleId, ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' as const },
      take: PAGE,
    };
  }
}

const nextOf = (rows: readonly { id: string }[]): string | null =>
  rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);

function record(loaded: Loaded, readerId: string, proposedBy: string | null): ChallengeRecord {
  const { challenge, steps } = loaded;
  return {
    id: challenge.id,
    coupleId: challenge.coupleId,
    ...challengeWords(challenge),
    category: challenge.category,
    status: challenge.status,
    proposedBy,
    createdAt: challenge.createdAt.toISOString(),
    dueAt: challenge.dueAt?.toISOString() ?? null,
    completedAt: challenge.completedAt?.toISOString() ?? null,
    note: challenge.note,
    steps: steps.map((step) => stepWords(challenge, step).title),
    proofs: steps.flatMap((step) =>
      step.parts
        .filter((part) => !isHiddenFrom(step, part, readerId))
        .map((part) => ({
          author: part.userId,
          step: stepWords(challenge, step).title,
          text: part.text ?? '',
          doneAt: part.doneAt.toISOString(),
          attachments: part.files.map(({ id }) => ({ id })),
        })),
    ),
    reflections: reflectionsFor(loaded, readerId).map(({ user: author, text, mood, at }) => ({
      author,
      text,
      mood,
      at,
    })),
  };
}
