import {
  type ChallengeList,
  type ChallengeListQueryDto,
  type ChallengeStatistics,
  type ChallengeStatus,
  type ChallengeView,
  type FoundTitles,
  LIMITS,
  type SearchChallengesDto,
  matchesWords,
} from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan, LessThanOrEqual } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { ChallengeChanges } from './challenge-changes.js';
import { Challenge } from './challenge.entity.js';
import { challengeSummary, challengeView } from './challenge.view.js';
import { challengeWords, stepWords } from './challenge-words.js';
import { readWords } from './challenge-words.queries.js';
import { loadAll } from './progress.js';

const SHELVES: Record<'current' | 'history', ChallengeStatus[]> = {
  current: ['proposed', 'active', 'paused'],
  history: ['completed', 'declined', 'cancelled', 'expired'],
};

type StoredWords = Awaited<ReturnType<typeof readWords>>[number];

/** The words by which its reader finds a challenge. */
function wordsFor(row: StoredWords): { id: string; title: string; words: string } {
  const { title, description } = challengeWords(row);
  const steps = row.steps.map((step, position) => stepWords(row, { position, title: step, description: '' }).title);
  return { id: row.id, title, words: [...(description === '' ? [] : [description]), ...steps].join('\n') };
}

/** Challenges as a member may see them. Each read first applies the due transitions that no job has applied yet. */
@Injectable()
export class ChallengesReader {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ChallengeChanges) private readonly changes: ChallengeChanges,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async search(viewerId: string, { q, limit = LIMITS.searchHits }: SearchChallengesDto): Promise<FoundTitles> {
    const { coupleId } = await this.couples.findMembership(viewerId);
    const rows = await readWords(this.database, [coupleId, LIMITS.challenges]);
    const found = rows
      .map(wordsFor)
      .filter(({ title, words }) => matchesWords(`${title} ${words}`, q))
      .slice(0, limit + 1);
    const hits = found
      .slice(0, limit)
      .map(({ id, title, words }) => ({ _id: id, title, text: matchesWords(title, q) ? '' : words }));
    return { hits, more: found.length > limit };
  }

  /** @throws AppError NO_PARTNER */
  async list(viewerId: string, query: ChallengeListQueryDto): Promise<ChallengeList> {
    const { status, shelf, category, cursor, limit = LIMITS.challengePage } = query;
    const { coupleId } = await this.couples.findMembership(viewerId);
    await this.passDue(coupleId);
    const statuses = (shelf ? SHELVES[shelf] : Object.values(SHELVES).flat()).filter(
      (one) => status === undefined || one === status,
    );
    const rows = await this.database.manager.find(Challenge, {
      where: {
        coupleId,
        status: In(statuses),
        ...(category && { category }),
        ...(cursor !== undefined && { id: LessThan(cursor) }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    const now = this.clock.now();
    const loaded = await loadAll(this.database.manager, page);
    return {
      challenges: loaded.map((one) => challengeSummary({ ...one, viewerId, now })),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND */
  async get(viewerId: string, id: string): Promise<ChallengeView> {
    const { coupleId } = await this.couples.findMembership(viewerId);
    await this.passDue(coupleId);
    const challenge = await this.database.manager.findOneBy(Challenge, { id, coupleId });
    if (!challenge) throw new AppError('CHALLENGE_NOT_FOUND');
    return this.view(this.database.manager, challenge, viewerId);
  }

  /** @throws AppError CHALLENGE_NOT_FOUND */
  async view(tx: Tx, challenge: Challenge, viewerId: string): Promise<ChallengeView> {
    const [loaded] = await loadAll(tx, [challenge]);
    if (!loaded) throw new AppError('CHALLENGE_NOT_FOUND');
    return challengeView({ ...loaded, viewerId, now: this.clock.now() });
  }

  async statistics(userId: string): Promise<ChallengeStatistics> {
    const membership = await this.couples.currentMembership(userId);
    if (!membership) return { completed: 0 };
    const where = { coupleId: membership.coupleId, status: 'completed' as const };
    return { completed: await this.database.manager.countBy(Challenge, where) };
  }

  private async passDue(coupleId: string): Promise<void> {
    const due = await this.database.manager.find(Challenge, {
      select: { id: true },
      where: { coupleId, turnsAt: LessThanOrEqual(this.clock.now()) },
    });
    for (const { id } of due) await this.changes.passIfDue(id);
  }
}
