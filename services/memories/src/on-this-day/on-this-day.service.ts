import type { OnThisDayMemories, OnThisDayMemoriesDto, OnThisDayMemory } from '@duet/contracts';
import { LIMITS } from '@duet/contracts';
import { Clock, type EarlierDay, earlierDaysAt } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Contribution } from '../capsules/contribution.entity.js';
import { contributionViews, hasCapsule } from '../capsules/contribution-files.js';
import { CouplesService } from '../couples/couples.service.js';
import { selectCompletedIn, selectContributionsOf, selectFirstDay } from './on-this-day.queries.js';

/** Memories of this day in earlier years, from finished capsules only: never sealed, unfinished or trashed ones. */
@Injectable()
export class OnThisDayService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async get(userId: string, { timezone, hiddenPeriods }: OnThisDayMemoriesDto): Promise<OnThisDayMemories> {
    const { coupleId } = await this.couples.findMembership(userId);
    const [first] = await selectFirstDay(this.database, [coupleId]);
    const days = first?.day ? earlierDaysAt(this.clock.now(), first.day, timezone, hiddenPeriods) : [];
    if (days.length === 0) return { memories: [] };
    const contributions = await this.contributionsOf(coupleId, userId, days);
    const shown = new Set(contributions.map(({ capsule, date }) => `${capsule._id} ${date}`));
    // A capsule that is here by its contributions needs no entry of its own.
    const finished = (await this.capsulesOf(coupleId, userId, days)).filter(
      ({ capsule, date }) => !shown.has(`${capsule._id} ${date}`),
    );
    const memories = [...finished, ...contributions].toSorted((a, b) => a.yearsAgo - b.yearsAgo);
    return { memories: memories.slice(0, LIMITS.onThisDayItems) };
  }

  private async contributionsOf(
    coupleId: string,
    userId: string,
    days: readonly EarlierDay[],
  ): Promise<OnThisDayMemory[]> {
    const dates = new Map(days.map((day) => [day.date, day]));
    const found = await selectContributionsOf(this.database, [coupleId, userId, [...dates.keys()]]);
    const rows = await this.database.manager.find(Contribution, {
      where: { id: In(found.map(({ id }) => id)), coupleId, capsule: { status: 'completed' } },
      relations: { capsule: true },
      order: { happenedOn: 'DESC', id: 'ASC' },
    });
    const capsuled = rows.filter(hasCapsule);
    const views = await contributionViews(this.database.manager, capsuled);
    return capsuled.flatMap(({ capsule: { id: _id, title, emoji }, happenedOn }, index) => {
      const [day, contribution] = [dates.get(happenedOn), views[index]];
      if (!day || !contribution) return [];
      const { yearsAgo, date } = day;
      return [{ yearsAgo, date, capsule: { _id, title, emoji }, contribution }];
    });
  }

  private async capsulesOf(coupleId: string, userId: string, days: readonly EarlierDay[]): Promise<OnThisDayMemory[]> {
    const [begins, ends] = [days.map(({ from }) => from), days.map(({ to }) => to)];
    const rows = await selectCompletedIn(this.database, [coupleId, userId, begins, ends]);
    return rows.flatMap(({ id: _id, title, emoji, day }) => {
      const found = days[day];
      if (!found) return [];
      const { yearsAgo, date } = found;
      return [{ yearsAgo, date, capsule: { _id, title, emoji }, contribution: null }];
    });
  }
}
