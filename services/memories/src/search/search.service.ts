import {
  type ContributionView,
  type FoundMemories,
  LIMITS,
  type MemoryHit,
  type SearchMemoriesDto,
} from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CAPSULE_MATCHES, CONTRIBUTION_MATCHES, searchQuery } from '../capsules/capsule-words.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { CapsuleMark } from '../capsules/capsule-mark.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { contributionViews, hasCapsule } from '../capsules/contribution-files.js';
import { READABLE } from '../capsules/contribution.view.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';

interface Search extends Membership {
  words: string;
  limit: number;
}

/** Finds capsules and their contributions by words. Contributions that the reader may not read never match. */
@Injectable()
export class SearchService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** @throws AppError NO_PARTNER */
  async search(userId: string, { q, limit = LIMITS.searchHits }: SearchMemoriesDto): Promise<FoundMemories> {
    const membership = await this.couples.findMembership(userId);
    const words = searchQuery(membership.coupleId, q);
    if (words === null) return { hits: [], more: false };
    const search = { ...membership, words, limit: limit + 1 };
    const capsules = (await this.capsules(search)).map((capsule) => hitOf(capsule, null));
    const rest = limit + 1 - capsules.length;
    const contributions = rest > 0 ? (await this.contributions({ ...search, limit: rest })).filter(hasCapsule) : [];
    const views = await contributionViews(this.database.manager, contributions);
    const found = contributions.map(({ capsule }, index) => hitOf(capsule, views[index] ?? null));
    const hits = [...capsules, ...found];
    return { hits: hits.slice(0, limit), more: hits.length > limit };
  }

  private capsules({ coupleId, userId, words, limit }: Search): Promise<Capsule[]> {
    return this.database.manager
      .createQueryBuilder(Capsule, 'c')
      .leftJoin(CapsuleMark, 'm', 'm.capsule_id = c.id AND m.user_id = :viewerId')
      .where('c.couple_id = :coupleId', { coupleId, viewerId: userId, words })
      .andWhere('c.deleted_at IS NULL')
      .andWhere('m.hidden IS NOT TRUE')
      .andWhere(CAPSULE_MATCHES)
      .orderBy('c.id', 'DESC')
      .limit(limit)
      .getMany();
  }

  private contributions({ coupleId, userId, words, limit }: Search): Promise<Contribution[]> {
    return this.database.manager
      .createQueryBuilder(Contribution, 'r')
      .innerJoinAndSelect('r.capsule', 'c')
      .leftJoin(CapsuleMark, 'm', 'm.capsule_id = c.id AND m.user_id = :viewerId')
      .where('r.couple_id = :coupleId', { coupleId, viewerId: userId, words })
      .andWhere(READABLE)
      .andWhere('m.hidden IS NOT TRUE')
      .andWhere(CONTRIBUTION_MATCHES)
      .orderBy('r.happened_on', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .limit(limit)
      .getMany();
  }
}

const hitOf = (
  { id, title, emoji, kind, status, description, tags }: Capsule,
  contribution: ContributionView | null,
): MemoryHit => ({
  capsule: { _id: id, title, emoji, kind, status, description, tags },
  contribution,
});
