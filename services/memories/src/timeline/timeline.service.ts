import {
  LIMITS,
  type MapPlace,
  type MemoryChoices,
  type MemoryFilterDto,
  type MemoryMap,
  type TimelineEntry,
  type TimelinePage,
  type TimelineQueryDto,
} from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Contribution } from '../capsules/contribution.entity.js';
import { type CapsuledContribution, contributionViews, hasCapsule } from '../capsules/contribution-files.js';
import { CouplesService } from '../couples/couples.service.js';
import { readTags, readYears } from './memory-choice.queries.js';
import { readableContributions } from './memory-filter.js';

/** Memories by the day they are about, and by their place. */
@Injectable()
export class TimelineService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** @throws AppError NO_PARTNER */
  async list(
    userId: string,
    { cursor, fromYear, limit = LIMITS.capsulePage, ...filter }: TimelineQueryDto,
  ): Promise<TimelinePage> {
    const membership = await this.couples.findMembership(userId);
    const query = readableContributions(this.database.manager, membership, filter)
      .orderBy('r.happened_on', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .limit(limit + 1);
    if (fromYear !== undefined) query.andWhere('r.happened_on <= :newest', { newest: `${fromYear}-12-31` });
    const { coupleId } = membership;
    // The row before may have been deleted since: its page then begins anew.
    const last =
      cursor === undefined ? null : await this.database.manager.findOneBy(Contribution, { id: cursor, coupleId });
    if (last)
      query.andWhere('(r.happened_on, r.id) < (:day::date, :last_id::uuid)', {
        day: last.happenedOn,
        last_id: last.id,
      });
    const rows = await query.getMany();
    const entries = await this.entries(rows.slice(0, limit).filter(hasCapsule));
    return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.contribution._id ?? null) : null };
  }

  /** @throws AppError NO_PARTNER */
  async places(userId: string, filter: MemoryFilterDto): Promise<MemoryMap> {
    const membership = await this.couples.findMembership(userId);
    const rows = await readableContributions(this.database.manager, membership, filter)
      .andWhere('r.lat IS NOT NULL')
      .orderBy('r.happened_on', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .limit(LIMITS.placesOnMap)
      .getMany();
    return { places: rows.flatMap(toPlace) };
  }

  /** @throws AppError NO_PARTNER */
  async choices(userId: string): Promise<MemoryChoices> {
    const { coupleId } = await this.couples.findMembership(userId);
    const [years, tags] = await Promise.all([
      readYears(this.database, [coupleId, userId]),
      readTags(this.database, [coupleId, userId, LIMITS.memoryTagChoices]),
    ]);
    return { years: years.map(({ year }) => year), tags: tags.map(({ tag }) => tag) };
  }

  private async entries(rows: readonly CapsuledContribution[]): Promise<TimelineEntry[]> {
    const capsules = new Map(rows.map(({ id, capsule }) => [id, capsule]));
    const views = await contributionViews(this.database.manager, rows);
    return views.flatMap((contribution) => {
      const capsule = capsules.get(contribution._id);
      return capsule
        ? [{ capsule: { _id: capsule.id, title: capsule.title, emoji: capsule.emoji }, contribution }]
        : [];
    });
  }
}

const toPlace = (row: Contribution): MapPlace[] => {
  const { capsule, capsuleId, id, authorId, text, placeLabel, lat, lng, happenedOn } = row;
  if (!capsule || lat === null || lng === null) return [];
  return [
    {
      capsuleId,
      contributionId: id,
      title: capsule.title,
      emoji: capsule.emoji,
      author: authorId,
      text: [...text].slice(0, LIMITS.placeExcerptLength).join(''),
      label: placeLabel ?? '',
      lat,
      lng,
      happenedAt: happenedOn,
    },
  ];
};
