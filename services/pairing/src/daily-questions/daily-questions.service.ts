import { type AnswerDailyQuestionDto, type DailyQuestionView, type DailyQuestionVersionDto, type DailyToday, LIMITS, type PartnerActivity, type ReactToDailyDto, dailyChanged } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activities/activity-log.js';
import { type Change, Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import { CouplesService } from '../couples/couples.service.js';
import { addDays } from '../dates/calendar.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { searchKey } from '../people/search-key.js';
import { givenAnswer } from './answer-rules.js';
import type { DayKey } from './couple-days.js';
import { type Both, DailyDays } from './daily-days.js';
import { DailyAnswer, DailyNever, DailyQuestion, DailyReaction } from './daily-question.entity.js';
import { type WholeQuestion, canSwap, dailyQuestionView, lastDayFor, wordsOf } from './daily-question.view.js';
import { Rhythms } from './rhythms.js';

/** Today's, and what this person has not answered of the days before, as long as there may be an answer; the newest first. */
const OPEN_DAYS = `
  SELECT q.id FROM daily_questions q
  WHERE q.couple_id = $1 AND (q.day_key = $3 OR q.day_key >= $2 AND q.day_key < $3
    AND NOT EXISTS (SELECT 1 FROM daily_answers a WHERE a.question_id = q.id AND a.user_id = $4))
  ORDER BY q.day_key DESC`;

type Kind = 'daily_answered' | 'daily_swapped' | 'daily_reacted';

/** One question a day. Nobody's answer leaves the service before the other one's is there. */
@Injectable()
export class DailyQuestionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(Rhythms) private readonly rhythms: Rhythms,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async today(userId: string): Promise<DailyToday> {
    const link = await this.couples.require(userId);
    const { manager } = this.database;
    const isMade = (await this.days.known(manager, link.couple.id, await this.days.today(manager, link.couple))) !== null;
    if (!isMade) await this.changes.commit(async (change) => this.days.open(change.tx, await this.days.act(change, userId)));
    return this.database.transaction('REPEATABLE READ', (tx) => this.look(tx, userId));
  }

  /**
   * The first, changed or repeated answer of one of the two. With the second one both are revealed, once, also where
   * both come at the same moment: the couple is held.
   */
  answer(userId: string, dto: AnswerDailyQuestionDto): Promise<DailyQuestionView> {
    return this.change(userId, dto.id, async (change, both, whole, today) => {
      const { row, answers } = whole;
      const mine = answers.find((answer) => answer.userId === userId);
      const theirs = answers.find((answer) => answer.userId !== userId);
      if (mine?.clientId === dto.clientId) return;
      this.requireVersion(userId, whole, dto, today);
      if (mine && theirs) throw new AppError('QUESTION_REVEALED');
      if (today > lastDayFor(row.dayKey)) throw new AppError('QUESTION_CLOSED');
      if ((mine?.version ?? 0) !== dto.answerVersion) throw this.stale(userId, whole, today);
      await this.write(change.tx, whole, userId, mine?.version ?? 0, dto);
      await this.notifications.settle(change.tx, [userId], [row.id]);
      if (theirs) await this.reveal(change, both, row);
      else if (mine) this.tell(change, both, row, 'daily_answered');
      else await this.announce(change, both, row, 'daily_answered');
    });
  }

  /** @throws AppError VERSION_CONFLICT, SWAP_USED, QUESTION_CLOSED */
  swap(userId: string, dto: DailyQuestionVersionDto): Promise<DailyQuestionView> {
    return this.change(userId, dto.id, async (change, both, whole, today) => {
      this.requireVersion(userId, whole, dto, today);
      if (whole.row.dayKey !== today) throw new AppError('QUESTION_CLOSED');
      if (!canSwap(whole, today)) throw new AppError('SWAP_USED');
      await this.days.exchange(change.tx, both, whole.row);
      this.tell(change, both, whole.row, 'daily_swapped');
    });
  }

  /** Never again; and another one today, where there may be one. */
  never(userId: string, dto: DailyQuestionVersionDto): Promise<DailyQuestionView> {
    return this.change(userId, dto.id, async (change, both, whole, today) => {
      this.requireVersion(userId, whole, dto, today);
      const { row } = whole;
      if (row.libraryId) await change.tx.createQueryBuilder().insert().into(DailyNever).values({ coupleId: row.coupleId, libraryId: row.libraryId }).orIgnore().execute();
      if (!canSwap(whole, today)) return;
      const { ownId } = row;
      await this.days.exchange(change.tx, both, row);
      // What one of them has written is asked once at most: it does not go back among those that wait.
      if (ownId) await change.tx.query('UPDATE own_questions SET asked_at = now() WHERE id = $1', [ownId]);
      this.tell(change, both, row, 'daily_swapped');
    });
  }

  /** Toggles an emoji. @throws AppError QUESTION_NOT_FOUND for what is not revealed, TOO_MANY_REACTIONS */
  react(userId: string, { id, emoji }: ReactToDailyDto): Promise<DailyQuestionView> {
    return this.change(userId, id, async (change, both, { row, answers, reactions }) => {
      if (answers.length < 2) throw new AppError('QUESTION_NOT_FOUND');
      const mine = reactions.filter((reaction) => reaction.userId === userId);
      const key = { questionId: id, userId, emoji };
      if (mine.some((reaction) => reaction.emoji === emoji)) await change.tx.delete(DailyReaction, key);
      else if (mine.length >= LIMITS.reactionsPerPerson) throw new AppError('TOO_MANY_REACTIONS');
      else await change.tx.insert(DailyReaction, key);
      this.tell(change, both, row, 'daily_reacted');
    });
  }

  /** One change of one question by one of the two. @returns the question as it is afterwards */
  private change(userId: string, id: string, work: (change: Change, both: Both, whole: WholeQuestion, today: DayKey) => Promise<void>): Promise<DailyQuestionView> {
    return this.changes.commit(async (change) => {
      const both = await this.days.act(change, userId);
      const today = await this.days.today(change.tx, both.couple);
      await work(change, both, await this.days.whole(change.tx, both.couple.id, id), today);
      return dailyQuestionView(userId, await this.days.whole(change.tx, both.couple.id, id), today);
    });
  }

  /** One look at everything that the two have before them. */
  private async look(tx: Tx, userId: string): Promise<DailyToday> {
    const link = await this.couples.current(userId, tx);
    if (!link) throw new AppError('NO_PARTNER');
    const { id: coupleId } = link.couple;
    const today = await this.days.today(tx, link.couple);
    const ids = await tx.query<{ id: string }[]>(OPEN_DAYS, [coupleId, addDays(today, -LIMITS.dailyAnswerableDays), today, userId]);
    const [question, ...pending] = (await this.days.wholes(tx, coupleId, ids.map(({ id }) => id))).map((whole) => dailyQuestionView(userId, whole, today));
    // Midnight came between making the day's question and reading it: the next try makes the new day's.
    if (question?.dayKey !== today) throw new AppError('UNAVAILABLE');
    return { question, pending, ...(await this.rhythms.of(tx, coupleId, today)) };
  }

  private async write(tx: Tx, { row }: WholeQuestion, userId: string, version: number, dto: AnswerDailyQuestionDto): Promise<void> {
    const { options } = wordsOf(row);
    const given = givenAnswer(row.type, options.length, dto);
    const chosen = row.type === 'scale' || given.value === null ? '' : (options[given.value] ?? '');
    const words = searchKey(`${given.text} ${chosen}`);
    await tx.upsert(
      DailyAnswer,
      { questionId: row.id, userId, ...given, words, answeredAt: this.clock.now(), version: version + 1, clientId: dto.clientId },
      ['questionId', 'userId'],
    );
  }

  private async reveal(change: Change, both: Both, row: DailyQuestion): Promise<void> {
    await change.tx.update(DailyQuestion, { id: row.id }, { revealedAt: this.clock.now() });
    await this.announce(change, both, row, 'daily_revealed');
  }

  /** In the list of what happened, to both; and to the partner as a notification. */
  private async announce(change: Change, { couple, by, partnerId, members }: Both, { id }: DailyQuestion, kind: 'daily_answered' | 'daily_revealed'): Promise<void> {
    const entity = { type: 'daily_question', id };
    await this.activities.record(change, { coupleId: couple.id, members }, { kind, by, entity });
    // What said that this one has answered is settled by the reveal.
    if (kind === 'daily_revealed') await this.notifications.settle(change.tx, [partnerId], [id]);
    await this.notifications.add(change, { userId: partnerId, kind, about: by, entity });
  }

  /** For the screens of both, not for their list. */
  private tell(change: Change, { by, members }: Both, { id }: DailyQuestion, kind: Kind): void {
    const activity: PartnerActivity = { kind, by: { _id: by.id, firstName: by.firstName }, entity: { type: 'daily_question', id }, at: this.clock.now().toISOString() };
    change.tell(dailyChanged, { members, activity });
  }

  private requireVersion(userId: string, whole: WholeQuestion, { version }: { version: number }, today: DayKey): void {
    if (whole.row.version !== version) throw this.stale(userId, whole, today);
  }

  private stale(userId: string, whole: WholeQuestion, today: DayKey): AppError {
    return new AppError('VERSION_CONFLICT', { current: dailyQuestionView(userId, whole, today) });
  }
}
