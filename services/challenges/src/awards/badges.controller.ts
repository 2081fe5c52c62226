import { BADGES, type Call, type ChallengeBadges, ChallengeBadgesDto, listBadges } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { AwardsService } from './awards.service.js';
import { Badge } from './badge.entity.js';

@Controller()
export class BadgesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(AwardsService) private readonly awards: AwardsService,
  ) {}

  /** A badge whose day lies behind is given here, silently. */
  @Rpc(listBadges)
  async listBadges({ actor }: Call<'user'>, figures: ChallengeBadgesDto): Promise<ChallengeBadges> {
    return this.database.transaction(async (tx) => {
      const { coupleId } = await this.couples.lockMembership(tx, actor.userId);
      const challenges = await this.awards.completedChallenges(tx, coupleId);
      await this.awards.giveBadges(tx, coupleId, { ...figures, challenges });
      const earned = new Map((await tx.findBy(Badge, { coupleId })).map(({ id, earnedAt }) => [id, earnedAt]));
      return {
        points: await this.awards.points(tx, coupleId),
        badges: BADGES.map((id) => ({ id, earnedAt: earned.get(id)?.toISOString() ?? null })),
      };
    });
  }
}
