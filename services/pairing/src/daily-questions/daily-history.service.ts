import {
  type DailyHistory,
  type DailyHistoryQueryDto,
  type DailyRecord,
  type DailyRecords,
  LIMITS,
  type RevealedQuestion,
  type RevealedQuestionDto,
  SCALE_STEPS,
} from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { searchKey } from '../people/search-key.js';
import { DailyDays } from './daily-days.js';
import { DailyQuestion } from './daily-question.entity.js';
import { selectAnsweredQuestions, selectRevealedQuestions } from './daily-question.queries.js';
import { type WholeQuestion, answersFor, dailyQuestionView, ownQuestionView } from './daily-question.view.js';
import { OwnQuestion } from './own-question.entity.js';
import { findTranslated, questionWords } from './question-words.js';

const contains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Answered questions: the couple's history and a person's export. */
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
      const link = await this.couples.findLink(userId, tx);
      if (!link) throw new AppError('NO_PARTNER');
      const key = searchKey(q ?? '');
      const rows = await selectRevealedQuestions(tx, [
        link.couple.id,
        cursor ?? null,
        key === '' ? null : contains(key),
        limit + 1,
        key === '' ? [] : findTranslated(key),
      ]);
      const shown = await this.days.loadQuestions(
        tx,
        link.couple.id,
        rows.slice(0, limit).map(({ id }) => id),
      );
      const today = await this.days.today(tx, link.couple);
      const questions = shown.map((whole) => dailyQuestionView(userId, whole, today));
      return { questions, nextCursor: rows.length > limit ? (questions.at(-1)?.dayKey ?? null) : null };
    });
  }

  /** A question with both answers. @throws AppError NO_PARTNER; QUESTION_NOT_FOUND before the reveal */
  revealed({ userId, questionId }: RevealedQuestionDto): Promise<RevealedQuestion> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const link = await this.couples.findLink(userId, tx);
      if (!link) throw new AppError('NO_PARTNER');
      const whole = await this.days.loadQuestion(tx, link.couple.id, questionId);
      const { isRevealed } = answersFor(userId, whole);
      if (!isRevealed) throw new AppError('QUESTION_NOT_FOUND');
      return revealedQuestion(whole);
    });
  }

  /** One page of the person's answered questions, ended couples that can be exported included. */
  async records(userId: string, after: string | null): Promise<DailyRecords> {
    const couples = (await this.couples.listRecords(userId)).map(({ coupleId }) => coupleId);
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const rows = await selectAnsweredQuestions(tx, [couples, after, userId, LIMITS.exportPage + 1]);
      const ids = rows.slice(0, LIMITS.exportPage).map(({ id }) => id);
      const found = await tx.find(DailyQuestion, {
        where: { id: In(ids) },
        relations: { own: { author: true } },
        order: { id: 'ASC' },
      });
      const days = (await this.days.loadParts(tx, found)).map((whole) => recordOf(userId, whole));
      const written = after === null ? await this.written(tx, userId, couples) : [];
      return { days, written, next: rows.length > LIMITS.exportPage ? (ids.at(-1) ?? null) : null };
    });
  }

  /** Every question that the person wrote, asked or not. */
  private async written(tx: Tx, userId: string, couples: string[]): Promise<DailyRecords['written']> {
    const own = await tx.find(OwnQuestion, {
      where: { authorId: userId, coupleId: In(couples) },
      order: { createdAt: 'ASC' },
    });
    return own.map((question) => ({ ...ownQuestionView(question), coupleId: question.coupleId }));
  }
}

function recordOf(userId: string, whole: WholeQuestion): DailyRecord {
  const { coupleId, dayKey, type, category } = whole.row;
  const { mine, theirs, reactions } = answersFor(userId, whole);
  return { coupleId, dayKey, ...questionWords(whole.row), type, category, mine, theirs, reactions };
}

/** Both answers in words, the earlier one first. Only for a question that is revealed. */
function revealedQuestion({ row, answers }: WholeQuestion): RevealedQuestion {
  const { text: question, options } = questionWords(row);
  const wordsOf = (value: number): string =>
    row.type === 'scale' ? `${value} / ${SCALE_STEPS.length}` : (options[value] ?? '');
  return {
    questionId: row.id,
    coupleId: row.coupleId,
    dayKey: row.dayKey,
    question,
    answers: answers
      .toSorted((a, b) => a.answeredAt.getTime() - b.answeredAt.getTime())
      .map(({ userId: by, value, text }) => ({ by, chosen: value === null ? null : wordsOf(value), text })),
  };
}
