import { DEFAULT_CATEGORIES, type DailyCategory, LIMITS } from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { addDays, daysFrom } from '../calendar/days.js';
import type { Couple } from '../couples/couple.entity.js';
import type { LockedMembers } from '../couples/couples.service.js';
import { searchKey } from '../people/search-key.js';
import { type QuestionHistory, chooseQuestion, poolsOf } from './choice.js';
import { type DayKey, type OpenedDay, dayNow } from './couple-days.js';
import { DailyCouple, DailyPause, DailyPreference } from './daily-couple.entity.js';
import { DailyAnswer, DailyQuestion, DailyReaction, ExcludedQuestion } from './daily-question.entity.js';
import type { WholeQuestion } from './daily-question.view.js';
import { LIBRARY } from './library/library.js';
import { OwnQuestion } from './own-question.entity.js';

type Asked = Pick<DailyQuestion, 'libraryId' | 'ownId' | 'type' | 'text' | 'options' | 'category' | 'words'>;

const runningOf = (state: DailyCouple | null): OpenedDay | null =>
  state?.dayKey && state.dayZone ? { dayKey: state.dayKey, zone: state.dayZone } : null;

/** A couple's days and their questions. */
@Injectable()
export class DailyDays {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** The couple's current day. */
  async today(tx: Tx, couple: Couple): Promise<DayKey> {
    return dayNow(runningOf(await this.findState(tx, couple.id)), couple.timezone, this.clock.now()).dayKey;
  }

  /** The days from the end of a couple to yesterday do not count: the two could not answer. */
  async pauseSince(tx: Tx, { id, timezone }: Couple, endedAt: Date): Promise<void> {
    const last = runningOf(await this.findState(tx, id));
    const dayAt = (at: Date): DayKey => dayNow(last, timezone, at).dayKey;
    const first = dayAt(endedAt);
    const length = daysFrom(first, dayAt(this.clock.now()));
    await this.pauseDays(
      tx,
      id,
      Array.from({ length }, (_, index) => addDays(first, index)),
    );
  }

  findState(tx: Tx, coupleId: string): Promise<DailyCouple | null> {
    return tx.findOneBy(DailyCouple, { coupleId });
  }

  /** The day's question; null before the day was opened. */
  findQuestion(tx: Tx, coupleId: string, dayKey: DayKey): Promise<DailyQuestion | null> {
    return tx.findOne(DailyQuestion, { where: { coupleId, dayKey }, relations: { own: { author: true } } });
  }

  /** The day's question, chosen when a member or a reminder first opens the day. The couple is locked. */
  async openQuestion(tx: Tx, { couple, members }: Pick<LockedMembers, 'couple' | 'members'>): Promise<DailyQuestion> {
    const state = { coupleId: couple.id, lookAt: this.clock.now() };
    await tx.createQueryBuilder().insert().into(DailyCouple).values(state).orIgnore().execute();
    const last = runningOf(await this.findState(tx, couple.id));
    const { dayKey, zone, skipped } = dayNow(last, couple.timezone, this.clock.now());
    if (last?.dayKey !== dayKey || last.zone !== zone)
      await tx.update(DailyCouple, { coupleId: couple.id }, { dayKey, dayZone: zone });
    await this.pauseDays(tx, couple.id, skipped);
    const existing = await this.findQuestion(tx, couple.id, dayKey);
    if (existing) return existing;
    const id = uuid();
    await tx.insert(DailyQuestion, {
      id,
      coupleId: couple.id,
      dayKey,
      ...(await this.chooseNext(tx, couple.id, members, dayKey)),
    });
    return this.reread(tx, id);
  }

  /** Replaces the day's question. The caller checks `canSwap`, which allows it once a day. */
  async exchangeQuestion(tx: Tx, { couple, members }: LockedMembers, row: DailyQuestion): Promise<DailyQuestion> {
    const next = await this.chooseNext(tx, couple.id, members, row.dayKey, row.ownId);
    await tx.update(
      DailyQuestion,
      { id: row.id },
      { ...next, passedId: row.libraryId, swapped: true, version: row.version + 1 },
    );
    return this.reread(tx, row.id);
  }

  /** One of the couple's questions with its answers and reactions. @throws AppError QUESTION_NOT_FOUND */
  async loadQuestion(tx: Tx, coupleId: string, id: string): Promise<WholeQuestion> {
    const [whole] = await this.loadQuestions(tx, coupleId, [id]);
    if (!whole) throw new AppError('QUESTION_NOT_FOUND');
    return whole;
  }

  /** Several questions, newest first. */
  async loadQuestions(tx: Tx, coupleId: string, ids: string[]): Promise<WholeQuestion[]> {
    return this.loadParts(
      tx,
      await tx.find(DailyQuestion, {
        where: { id: In(ids), coupleId },
        relations: { own: { author: true } },
        order: { dayKey: 'DESC' },
      }),
    );
  }

  async loadParts(tx: Tx, rows: DailyQuestion[]): Promise<WholeQuestion[]> {
    if (rows.length === 0) return [];
    const questionId = In(rows.map(({ id }) => id));
    const [answers, reactions] = [
      await tx.findBy(DailyAnswer, { questionId }),
      await tx.find(DailyReaction, { where: { questionId }, order: { at: 'ASC' } }),
    ];
    const of = <Part extends { questionId: string }>(parts: Part[], id: string): Part[] =>
      parts.filter((part) => part.questionId === id);
    return rows.map((row) => ({ row, answers: of(answers, row.id), reactions: of(reactions, row.id) }));
  }

  private async pauseDays(tx: Tx, coupleId: string, days: DayKey[]): Promise<void> {
    if (days.length === 0) return;
    const pauses = days.map((day) => ({ coupleId, from: day, to: day }));
    await tx.createQueryBuilder().insert().into(DailyPause).values(pauses).orIgnore().execute();
  }

  private reread(tx: Tx, id: string): Promise<DailyQuestion> {
    return tx.findOneOrFail(DailyQuestion, { where: { id }, relations: { own: { author: true } } });
  }

  /** Takes the couple's own questions first, in the order of writing, then the library in the couple's order. */
  private async chooseNext(
    tx: Tx,
    coupleId: string,
    members: [string, string],
    dayKey: DayKey,
    without: string | null = null,
  ): Promise<Asked> {
    const own = await tx.findOne(OwnQuestion, {
      where: { coupleId, askedAt: IsNull(), ...(without && { id: Not(without) }) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    // A swapped own question waits for the next day.
    if (without) await tx.update(OwnQuestion, { id: without }, { askedAt: null });
    if (own) {
      await tx.update(OwnQuestion, { id: own.id }, { askedAt: this.clock.now() });
      return { libraryId: null, ownId: own.id, type: own.type, text: null, options: [], category: null, words: null };
    }
    const [state, pools, history] = [
      await this.findState(tx, coupleId),
      poolsOf(...(await this.findCategories(tx, coupleId, members))),
      await this.findHistory(tx, coupleId, dayKey),
    ];
    const { id, type, text, options, category } = chooseQuestion(LIBRARY, state?.seed ?? coupleId, pools, history);
    return {
      libraryId: id,
      ownId: null,
      type,
      text,
      options,
      category,
      words: searchKey([text, ...options].join(' ')),
    };
  }

  private async findCategories(
    tx: Tx,
    coupleId: string,
    members: [string, string],
  ): Promise<[DailyCategory[], DailyCategory[]]> {
    const chosen = new Map(
      (await tx.findBy(DailyPreference, { coupleId })).map(({ userId, categories }) => [userId, categories]),
    );
    const of = (userId: string): DailyCategory[] => chosen.get(userId) ?? [...DEFAULT_CATEGORIES];
    return [of(members[0]), of(members[1])];
  }

  private async findHistory(tx: Tx, coupleId: string, dayKey: DayKey): Promise<QuestionHistory> {
    const rows = await tx.find(DailyQuestion, {
      select: { id: true, libraryId: true, passedId: true, dayKey: true },
      where: { coupleId, dayKey: MoreThanOrEqual(addDays(dayKey, -LIMITS.dailyRepeatDays)) },
    });
    const excluded = await tx.findBy(ExcludedQuestion, { coupleId });
    const days = (of: (row: (typeof rows)[number]) => string | null): Map<string, DayKey> =>
      new Map(
        rows.flatMap((row) => {
          const id = of(row);
          return id === null ? [] : [[id, row.dayKey] as const];
        }),
      );
    return {
      asked: days(({ libraryId }) => libraryId),
      passed: days(({ passedId }) => passedId),
      excluded: new Set(excluded.map(({ libraryId }) => libraryId)),
    };
  }
}
