import { DEFAULT_CATEGORIES, type DailyCategory, LIMITS } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import type { Change } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import type { Couple } from '../couples/couple.entity.js';
import { type Acting, CouplesService } from '../couples/couples.service.js';
import { addDays } from '../dates/calendar.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { searchKey } from '../people/search-key.js';
import { type Had, choose, poolsOf } from './choice.js';
import { type DayKey, type RunningDay, dayNow } from './couple-days.js';
import { DailyCouple, DailyPreference } from './daily-couple.entity.js';
import { DailyAnswer, DailyNever, DailyQuestion, DailyReaction } from './daily-question.entity.js';
import type { WholeQuestion } from './daily-question.view.js';
import { LIBRARY } from './library/library.js';
import { OwnQuestion } from './own-question.entity.js';

/** Two of whom neither is linked, unlinked or otherwise changed while the change goes on. */
export interface Both extends Acting {
  partner: Person;
}

type Asked = Pick<DailyQuestion, 'libraryId' | 'ownId' | 'type' | 'text' | 'options' | 'category' | 'words'>;

const KEEP = 'INSERT INTO daily_couples (couple_id) VALUES ($1) ON CONFLICT DO NOTHING';

const RUN = 'UPDATE daily_couples SET day_key = $2, day_zone = $3 WHERE couple_id = $1';

const SKIP = 'INSERT INTO daily_pauses (couple_id, from_key, to_key) SELECT $1, day, day FROM unnest($2::text[]) AS skipped (day) ON CONFLICT DO NOTHING';

const HAD = `SELECT library_id AS "libraryId", passed_id AS "passedId", day_key AS "dayKey" FROM daily_questions WHERE couple_id = $1 AND day_key >= $2`;

const runningOf = (state: DailyCouple | null): RunningDay | null => (state?.dayKey && state.dayZone ? { dayKey: state.dayKey, zone: state.dayZone } : null);

/** A couple's days and which question each of them has. */
@Injectable()
export class DailyDays {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Holds both of the caller's couple, then its row: whatever two do at the same moment happens one after the other.
   * @throws AppError NO_PARTNER
   */
  async act(change: Change, userId: string): Promise<Both> {
    const seen = await this.couples.current(userId, change.tx);
    if (!seen) throw new AppError('NO_PARTNER');
    const held = await this.people.hold(change.tx, [userId, seen.partnerId]);
    const acting = await this.couples.act(change, userId);
    const partner = held.get(acting.partnerId);
    // Linked with somebody else between the two looks.
    if (!partner) throw new AppError('UNAVAILABLE');
    return { ...acting, partner };
  }

  /** Which day it is for the two. */
  async today(tx: Tx, couple: Couple): Promise<DayKey> {
    return dayNow(runningOf(await this.state(tx, couple.id)), couple.timezone, this.clock.now()).dayKey;
  }

  state(tx: Tx, coupleId: string): Promise<DailyCouple | null> {
    return tx.findOneBy(DailyCouple, { coupleId });
  }

  /** The day's question as it stands; null before the first look at it. */
  known(tx: Tx, coupleId: string, dayKey: DayKey): Promise<DailyQuestion | null> {
    return tx.findOne(DailyQuestion, { where: { coupleId, dayKey }, relations: { own: { author: true } } });
  }

  /** The day's question, made at the first look. The change holds the couple. */
  async open(tx: Tx, { couple, members }: Pick<Both, 'couple' | 'members'>): Promise<DailyQuestion> {
    await tx.query(KEEP, [couple.id]);
    const last = runningOf(await this.state(tx, couple.id));
    const { dayKey, zone, skipped } = dayNow(last, couple.timezone, this.clock.now());
    if (last?.dayKey !== dayKey || last.zone !== zone) await tx.query(RUN, [couple.id, dayKey, zone]);
    if (skipped.length > 0) await tx.query(SKIP, [couple.id, skipped]);
    const known = await this.known(tx, couple.id, dayKey);
    if (known) return known;
    const id = uuid();
    await tx.insert(DailyQuestion, { id, coupleId: couple.id, dayKey, ...(await this.next(tx, couple.id, members, dayKey)) });
    return this.reread(tx, id);
  }

  /** The question becomes another one, the only time that day. */
  async exchange(tx: Tx, { couple, members }: Both, row: DailyQuestion): Promise<DailyQuestion> {
    const next = await this.next(tx, couple.id, members, row.dayKey, row.ownId);
    await tx.update(DailyQuestion, { id: row.id }, { ...next, passedId: row.libraryId, swapped: true, version: row.version + 1 });
    return this.reread(tx, row.id);
  }

  /** One of a couple's questions with what hangs on it. @throws AppError QUESTION_NOT_FOUND */
  async whole(tx: Tx, coupleId: string, id: string): Promise<WholeQuestion> {
    const [whole] = await this.wholes(tx, coupleId, [id]);
    if (!whole) throw new AppError('QUESTION_NOT_FOUND');
    return whole;
  }

  /** Several of them, the newest first. */
  async wholes(tx: Tx, coupleId: string, ids: string[]): Promise<WholeQuestion[]> {
    return this.complete(tx, await tx.find(DailyQuestion, { where: { id: In(ids), coupleId }, relations: { own: { author: true } }, order: { dayKey: 'DESC' } }));
  }

  async complete(tx: Tx, rows: DailyQuestion[]): Promise<WholeQuestion[]> {
    if (rows.length === 0) return [];
    const questionId = In(rows.map(({ id }) => id));
    const [answers, reactions] = [await tx.findBy(DailyAnswer, { questionId }), await tx.find(DailyReaction, { where: { questionId }, order: { at: 'ASC' } })];
    const of = <Part extends { questionId: string }>(parts: Part[], id: string): Part[] => parts.filter((part) => part.questionId === id);
    return rows.map((row) => ({ row, answers: of(answers, row.id), reactions: of(reactions, row.id) }));
  }

  private reread(tx: Tx, id: string): Promise<DailyQuestion> {
    return tx.findOneOrFail(DailyQuestion, { where: { id }, relations: { own: { author: true } } });
  }

  /** What they have written themselves goes first, in the order of writing; then the library in the couple's own order. */
  private async next(tx: Tx, coupleId: string, members: [string, string], dayKey: DayKey, without: string | null = null): Promise<Asked> {
    const own = await tx.findOne(OwnQuestion, { where: { coupleId, askedAt: IsNull(), ...(without && { id: Not(without) }) }, order: { createdAt: 'ASC', id: 'ASC' } });
    // One that was exchanged away waits again, for the next day.
    if (without) await tx.update(OwnQuestion, { id: without }, { askedAt: null });
    if (own) {
      await tx.update(OwnQuestion, { id: own.id }, { askedAt: this.clock.now() });
      return { libraryId: null, ownId: own.id, type: own.type, text: null, options: [], category: null, words: null };
    }
    const [state, pools, had] = [await this.state(tx, coupleId), poolsOf(...(await this.wishes(tx, coupleId, members))), await this.had(tx, coupleId, dayKey)];
    const { id, type, text, options, category } = choose(LIBRARY, state?.seed ?? coupleId, pools, had);
    return { libraryId: id, ownId: null, type, text, options, category, words: searchKey([text, ...options].join(' ')) };
  }

  private async wishes(tx: Tx, coupleId: string, members: [string, string]): Promise<[DailyCategory[], DailyCategory[]]> {
    const chosen = new Map((await tx.findBy(DailyPreference, { coupleId })).map(({ userId, categories }) => [userId, categories]));
    const of = (userId: string): DailyCategory[] => chosen.get(userId) ?? [...DEFAULT_CATEGORIES];
    return [of(members[0]), of(members[1])];
  }

  private async had(tx: Tx, coupleId: string, dayKey: DayKey): Promise<Had> {
    const rows = await tx.query<Pick<DailyQuestion, 'libraryId' | 'passedId' | 'dayKey'>[]>(HAD, [coupleId, addDays(dayKey, -LIMITS.dailyRepeatDays)]);
    const nevers = await tx.findBy(DailyNever, { coupleId });
    const days = (of: (row: (typeof rows)[number]) => string | null): Map<string, DayKey> =>
      new Map(rows.flatMap((row) => { const id = of(row); return id === null ? [] : [[id, row.dayKey] as const]; }));
    return { asked: days(({ libraryId }) => libraryId), passed: days(({ passedId }) => passedId), never: new Set(nevers.map(({ libraryId }) => libraryId)) };
  }
}
