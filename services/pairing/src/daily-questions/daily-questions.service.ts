import {
  type AnswerDailyQuestionDto,
  type DailyQuestionView,
  type DailyQuestionVersionDto,
  type DailyToday,
  LIMITS,
  type PartnerActivity,
  type ReactToDailyDto,
  type RhythmStatistics,
  dailyChanged,
  dailyRevealed,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activities/activity-log.js';
import { addDays } from '../calendar/days.js';
import { type LockedMembers, CouplesService } from '../couples/couples.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { searchKey } from '../people/search-key.js';
import { answerContent } from './answer-rules.js';
import type { DayKey } from './couple-days.js';
import { DailyDays } from './daily-days.js';
import { DailyAnswer, DailyQuestion, DailyReaction, ExcludedQuestion } from './daily-question.entity.js';
import { selectOpenQuestions } from './daily-question.queries.js';
import { type WholeQuestion, canSwap, dailyQuestionView, lastDayFor } from './daily-question.view.js';
import { OwnQuestion } from './own-question.entity.js';
import { questionWords } from './question-words.js';
import { Rhythms } from './rhythms.js';

type Kind = 'daily_answered' | 'daily_swapped' | 'daily_reacted';

/** The day's question and its answers. A member sees the partner's answer only once both have answered. */
@Injectable()
export class DailyQuestionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(Rhythms) private readonly rhythms: Rhythms,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async longestRhythm(userId: string): Promise<RhythmStatistics> {
    const { manager } = this.database;
    const link = await this.couples.findLink(userId);
    if (!link) return { longest: 0 };
    const today = await this.days.today(manager, link.couple);
    const { rhythm } = await this.rhythms.loadRhythm(manager, link.couple.id, today);
    return { longest: rhythm?.longest ?? 0 };
  }

  /**
   * The day's question, the open ones and the rhythm.
   * @throws AppError NO_PARTNER; UNAVAILABLE when midnight passes meanwhile
   */
  async today(userId: string): Promise<DailyToday> {
    const link = await this.couples.requireLink(userId);
    const { manager } = this.database;
    const isMade =
      (await this.days.findQuestion(manager, link.couple.id, await this.days.today(manager, link.couple))) !== null;
    if (!isMade)
      await this.transactions.run(async (unit) =>
        this.days.openQuestion(unit.tx, await this.couples.lockMembers(unit, userId)),
      );
    return this.database.transaction('REPEATABLE READ', (tx) => this.readToday(tx, userId));
  }

  /**
   * Stores a first, changed or repeated answer. The second member's answer reveals both exactly once, because the
   * couple is locked.
   * @throws AppError NO_PARTNER, QUESTION_NOT_FOUND, VERSION_CONFLICT, QUESTION_REVEALED, QUESTION_CLOSED, VALIDATION_FAILED
   */
  answer(userId: string, dto: AnswerDailyQuestionDto): Promise<DailyQuestionView> {
    return this.change(userId, dto.id, async (unit, locked, whole, today) => {
      const { row, answers } = whole;
      const mine = answers.find((answer) => answer.userId === userId);
      const theirs = answers.find((answer) => answer.userId !== userId);
      if (mine?.clientId === dto.clientId) return;
      this.requireVersion(userId, whole, dto, today);
      if (mine && theirs) throw new AppError('QUESTION_REVEALED');
      if (today > lastDayFor(row.dayKey)) throw new AppError('QUESTION_CLOSED');
      if ((mine?.version ?? 0) !== dto.answerVersion) throw this.stale(userId, whole, today);
      await this.write(unit.tx, whole, userId, mine?.version ?? 0, dto);
      await this.notifications.settleNotifications(unit.tx, [userId], [row.id]);
      if (theirs) await this.reveal(unit, locked, row);
      else if (mine) this.pushChange(unit, locked, row, 'daily_answered');
      else await this.recordAnswer(unit, locked, row, 'daily_answered');
    });
  }

  /** @throws AppError NO_PARTNER, QUESTION_NOT_FOUND, VERSION_CONFLICT, SWAP_USED, QUESTION_CLOSED */
  swap(userId: string, dto: DailyQuestionVersionDto): Promise<DailyQuestionView> {
    return this.change(userId, dto.id, async (unit, locked, whole, today) => {
      this.requireVersion(userId, whole, dto, today);
      if (whole.row.dayKey !== today) throw new AppError('QUESTION_CLOSED');
      if (!canSwap(whole, today)) throw new AppError('SWAP_USED');
      await this.days.exchangeQuestion(unit.tx, locked, whole.row);
      this.pushChange(unit, locked, whole.row, 'daily_swapped');
    });
  }

  /**
   * Swaps the question if it can still be swapped, and excludes it for good. A question that a member wrote is excluded
   * only by a swap.
   * @throws AppError NO_PARTNER, QUESTION_NOT_FOUND, VERSION_CONFLICT
   */
  exclude(userId: string, dto: DailyQuestionVersionDto): Promise<DailyQuestionView> {
    return this.change(userId, dto.id, async (unit, locked, whole, today) => {
      this.requireVersion(userId, whole, dto, today);
      const { row } = whole;
      if (row.libraryId)
        await unit.tx
          .createQueryBuilder()
          .insert()
          .into(ExcludedQuestion)
          .values({ coupleId: row.coupleId, libraryId: row.libraryId })
          .orIgnore()
          .execute();
      if (!canSwap(whole, today)) return;
      const { ownId } = row;
      await this.days.exchangeQuestion(unit.tx, locked, row);
      // The swap returned a member's question to the waiting ones; excluded, it must not be asked again.
      if (ownId) await unit.tx.update(OwnQuestion, { id: ownId }, { askedAt: this.clock.now() });
      this.pushChange(unit, locked, row, 'daily_swapped');
    });
  }

  /** Toggles an emoji. @throws AppError QUESTION_NOT_FOUND before the reveal, TOO_MANY_REACTIONS */
  react(userId: string, { id, emoji }: ReactToDailyDto): Promise<DailyQuestionView> {
    return this.change(userId, id, async (unit, locked, { row, answers, reactions }) => {
      if (answers.length < 2) throw new AppError('QUESTION_NOT_FOUND');
      const mine = reactions.filter((reaction) => reaction.userId === userId);
      const key = { questionId: id, userId, emoji };
      if (mine.some((reaction) => reaction.emoji === emoji)) await unit.tx.delete(DailyReaction, key);
      else if (mine.length >= LIMITS.reactionsPerPerson) throw new AppError('TOO_MANY_REACTIONS');
      else await unit.tx.insert(DailyReaction, key);
      this.pushChange(unit, locked, row, 'daily_reacted');
    });
  }

  /** Runs one change of a question with both members locked. @returns the question afterwards */
  private change(
    userId: string,
    id: string,
    work: (unit: UnitOfWork, locked: LockedMembers, whole: WholeQuestion, today: DayKey) => Promise<void>,
  ): Promise<DailyQuestionView> {
    return this.transactions.run(async (unit) => {
      const locked = await this.couples.lockMembers(unit, userId);
      const today = await this.days.today(unit.tx, locked.couple);
      await work(unit, locked, await this.days.loadQuestion(unit.tx, locked.couple.id, id), today);
      return dailyQuestionView(userId, await this.days.loadQuestion(unit.tx, locked.couple.id, id), today);
    });
  }

  /** Reads the day's question, the open ones and the rhythm from one snapshot. */
  private async readToday(tx: Tx, userId: string): Promise<DailyToday> {
    const link = await this.couples.findLink(userId, tx);
    if (!link) throw new AppError('NO_PARTNER');
    const { id: coupleId } = link.couple;
    const today = await this.days.today(tx, link.couple);
    const ids = await selectOpenQuestions(tx, [coupleId, addDays(today, -LIMITS.dailyAnswerableDays), today, userId]);
    const [question, ...pending] = (
      await this.days.loadQuestions(
        tx,
        coupleId,
        ids.map(({ id }) => id),
      )
    ).map((whole) => dailyQuestionView(userId, whole, today));
    // Midnight passed between opening the day and this read: a retry opens the new day.
    if (question?.dayKey !== today) throw new AppError('UNAVAILABLE');
    return { question, pending, ...(await this.rhythms.loadRhythm(tx, coupleId, today)) };
  }

  private async write(
    tx: Tx,
    { row }: WholeQuestion,
    userId: string,
    version: number,
    dto: AnswerDailyQuestionDto,
  ): Promise<void> {
    const { options } = questionWords(row);
    const given = answerContent(row.type, options.length, dto);
    const chosen = row.type === 'scale' || given.value === null ? '' : (options[given.value] ?? '');
    const words = searchKey(`${given.text} ${chosen}`);
    await tx.upsert(
      DailyAnswer,
      {
        questionId: row.id,
        userId,
        ...given,
        words,
        answeredAt: this.clock.now(),
        version: version + 1,
        clientId: dto.clientId,
      },
      ['questionId', 'userId'],
    );
  }

  private async reveal(unit: UnitOfWork, locked: LockedMembers, row: DailyQuestion): Promise<void> {
    await unit.tx.update(DailyQuestion, { id: row.id }, { revealedAt: this.clock.now() });
    await unit.record(dailyRevealed, row.coupleId, { coupleId: row.coupleId, day: row.dayKey });
    await this.recordAnswer(unit, locked, row, 'daily_revealed');
  }

  /** Records an activity for both members and a notification for the partner. */
  private async recordAnswer(
    unit: UnitOfWork,
    { couple, by, partnerId, members }: LockedMembers,
    { id }: DailyQuestion,
    kind: 'daily_answered' | 'daily_revealed',
  ): Promise<void> {
    const entity = { type: 'daily_question' as const, id };
    await this.activities.record(unit, { coupleId: couple.id, members }, { kind, by, entity });
    // The reveal settles the notification about the first answer.
    if (kind === 'daily_revealed') await this.notifications.settleNotifications(unit.tx, [partnerId], [id]);
    await this.notifications.addNotification(unit, { userId: partnerId, kind, about: by, entity });
  }

  /** Pushes a live update to both members without an activity. */
  private pushChange(unit: UnitOfWork, { by, members }: LockedMembers, { id }: DailyQuestion, kind: Kind): void {
    const activity: PartnerActivity = {
      kind,
      by: { _id: by.id, firstName: by.firstName },
      entity: { type: 'daily_question' as const, id },
      at: this.clock.now().toISOString(),
    };
    unit.push(dailyChanged, { members, activity });
  }

  private requireVersion(userId: string, whole: WholeQuestion, { version }: { version: number }, today: DayKey): void {
    if (whole.row.version !== version) throw this.stale(userId, whole, today);
  }

  private stale(userId: string, whole: WholeQuestion, today: DayKey): AppError {
    return new AppError('VERSION_CONFLICT', { current: dailyQuestionView(userId, whole, today) });
  }
}
