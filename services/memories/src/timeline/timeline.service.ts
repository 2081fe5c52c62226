import {
  LIMITS,
  type MapPlace,
  type MemoryChoices,
  type MemoryFilterDto,
  type MemoryMap,
  type PlacesQueryDto,
  type TimelineEntry,
  type TimelinePage,
  type TimelineQueryDto,
} from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { coversOf } from '../capsules/capsule-covers.js';
import { Contribution, MAPPED } from '../capsules/contribution.entity.js';
import type { ContributionFile } from '../capsules/contribution-file.entity.js';
import { type CapsuledContribution, contributionViews, filesOf, hasCapsule } from '../capsules/contribution-files.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
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
    const query = await this.newestFirst(membership, filter, cursor);
    query.limit(limit + 1);
    if (fromYear !== undefined) query.andWhere('r.happened_on <= :newest', { newest: `${fromYear}-12-31` });
    const rows = await query.getMany();
    const entries = await this.entries(rows.slice(0, limit).filter(hasCapsule), userId);
    return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.contribution._id ?? null) : null };
  }

  /** @throws AppError NO_PARTNER */
  async places(userId: string, { cursor, limit = LIMITS.placePage, ...filter }: PlacesQueryDto): Promise<MemoryMap> {
    const membership = await this.couples.findMembership(userId);
    const query = await this.newestFirst(membership, filter, cursor);
    const found = await query
      .andWhere(MAPPED)
      // Implied by the foreign key; repeated so that the plan reads the couple's capsules by their index.
      .andWhere('c.couple_id = :coupleId')
      .limit(limit + 1)
      .getMany();
    const rows = found.slice(0, limit);
    const pictured = rows.filter(({ lat }) => lat === null).map(({ id }) => id);
    const files = await filesOf(this.database.manager, pictured);
    const places = rows.flatMap((row) => placesOf(row, files.get(row.id) ?? []));
    return { places, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
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

  /** The readable contributions after the one with this id, the newest day first. */
  private async newestFirst(
    membership: Membership,
    filter: MemoryFilterDto,
    cursor: string | undefined,
  ): Promise<SelectQueryBuilder<Contribution>> {
    const { manager } = this.database;
    const query = readableContributions(manager, membership, filter)
      .orderBy('r.happened_on', 'DESC')
      .addOrderBy('r.id', 'DESC');
    if (cursor === undefined) return query;
    // The row before may have been deleted since: its page then begins anew.
    const last = await manager.findOneBy(Contribution, { id: cursor, coupleId: membership.coupleId });
    if (!last) return query;
    return query.andWhere('(r.happened_on, r.id) < (:day::date, :last_id::uuid)', {
      day: last.happenedOn,
      last_id: last.id,
    });
  }

  private async entries(rows: readonly CapsuledContribution[], viewerId: string): Promise<TimelineEntry[]> {
    const capsules = new Map(rows.map(({ id, capsule }) => [id, capsule]));
    const covers = await coversOf(
      this.database.manager,
      [...new Map(rows.map(({ capsule }) => [capsule.id, capsule])).values()],
      viewerId,
    );
    const views = await contributionViews(this.database.manager, rows);
    return views.flatMap((contribution) => {
      const capsule = capsules.get(contribution._id);
      if (!capsule) return [];
      const { id: _id, title, emoji } = capsule;
      return [{ capsule: { _id, title, emoji, cover: covers.get(_id) ?? null }, contribution }];
    });
  }
}

const excerptOf = (text: string): string => [...text].slice(0, LIMITS.placeExcerptLength).join('');

/** The point that the author named; without one, the points that the camera wrote into the pictures. */
function placesOf(row: Contribution, files: readonly ContributionFile[]): MapPlace[] {
  const { capsule, capsuleId, id, authorId, text, placeLabel, lat, lng, happenedOn } = row;
  if (!capsule) return [];
  const { title, emoji } = capsule;
  const about = { capsuleId, contributionId: id, title, emoji, author: authorId, happenedAt: happenedOn };
  const label = placeLabel ?? '';
  if (lat !== null && lng !== null) return [{ ...about, attachmentId: null, text: excerptOf(text), label, lat, lng }];
  return files.flatMap(({ id: attachmentId, caption, lat, lng }) =>
    lat === null || lng === null
      ? []
      : [{ ...about, attachmentId, text: excerptOf(caption === '' ? text : caption), label, lat, lng }],
  );
}
