import { type DailyHistory, type DailyHistoryQueryDto, type DailyRecord, type DailyRecords, LIMITS } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { searchKey } from '../people/search-key.js';
import { DailyDays } from './daily-days.js';
import { DailyQuestion } from './daily-question.entity.js';
import { type WholeQuestion, answersFor, dailyQuestionView, ownQuestionView, wordsOf } from './daily-question.view.js';
import { OwnQuestion } from './own-question.entity.js';

/** Only what both have answered, also of those whose words are looked through. */
const PAGE = `
  SELECT q.id FROM daily_questions q LEFT JOIN own_questions o ON o.id = q.own_id
  WHERE q.couple_id = $1 AND q.revealed_at IS NOT NULL AND ($2::text IS NULL OR q.day_key < $2)
    AND (SELECT count(*) FROM daily_answers a WHERE a.question_id = q.id) = 2
    AND ($3::text IS NULL OR q.words LIKE $3 OR o.words LIKE $3
      OR EXISTS (SELECT 1 FROM daily_answers a WHERE a.question_id = q.id AND a.words LIKE $3))
  ORDER BY q.day_key DESC LIMIT $4`;

/** What the person has answered themselves, and what both have. */
const RECORDS = `
  SELECT q.id FROM daily_questions q
  WHERE q.couple_id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR q.id > $2)
    AND EXISTS (SELECT 1 FROM daily_answers a WHERE a.question_id = q.id AND a.user_id = $3)
  ORDER BY q.id LIMIT $4`;

const contains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Days that are answered: for the two to read again, and for a person's export. */
@Injectable()
export class DailyHistoryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DailyDays) private readonly days: DailyDays,
  ) {}

  /** @throws AppError NO_PARTNER */
  list(userId: string, { cursor, q, limit = LIMITS.dailyHistoryPage }: DailyHistoryQueryDto): Promise<DailyHistory> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const link = await this.couples.current(userId, tx);
      if (!link) throw new AppError('NO_PARTNER');
      const key = searchKey(q ?? '');
      const rows = await tx.query<{ id: string }[]>(PAGE, [link.couple.id, cursor ?? null, key === '' ? null : contains(key), limit + 1]);
      const shown = await this.days.wholes(tx, link.couple.id, rows.slice(0, limit).map(({ id }) => id));
      const today = await this.days.today(tx, link.couple);
      const questions = shown.map((whole) => dailyQuestionView(userId, whole, today));
      return { questions, nextCursor: rows.length > limit ? (questions.at(-1)?.dayKey ?? null) : null };
    });
  }

  /** Of the present couple and of those that may still be exported, a page at a time. */
  async records(userId: string, after: string | null): Promise<DailyRecords> {
    const couples = (await this.couples.records(userId)).map(({ coupleId }) => coupleId);
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const rows = await tx.query<{ id: string }[]>(RECORDS, [couples, after, userId, LIMITS.exportPage + 1]);
      const ids = rows.slice(0, LIMITS.exportPage).map(({ id }) => id);
      const found = await tx.find(DailyQuestion, { where: { id: In(ids) }, relations: { own: { author: true } }, order: { id: 'ASC' } });
      const days = (await this.days.complete(tx, found)).map((whole) => recordOf(userId, whole));
      const written = after === null ? await this.written(tx, userId, couples) : [];
      return { days, written, next: rows.length > LIMITS.exportPage ? (ids.at(-1) ?? null) : null };
    });
  }

  /** All that the person has ever written for the two, asked or not: their own words. */
  private async written(tx: Tx, userId: string, couples: string[]): Promise<DailyRecords['written']> {
    const own = await tx.find(OwnQuestion, { where: { authorId: userId, coupleId: In(couples) }, order: { createdAt: 'ASC' } });
    return own.map((question) => ({ ...ownQuestionView(question), coupleId: question.coupleId }));
  }
}

function recordOf(userId: string, whole: WholeQuestion): DailyRecord {
  const { coupleId, dayKey, type, category } = whole.row;
  const { mine, theirs, reactions } = answersFor(userId, whole);
  return { coupleId, dayKey, ...wordsOf(whole.row), type, category, mine, theirs, reactions };
}
