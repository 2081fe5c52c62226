import { type Call, ChallengeRecordsDto, LIMITS, type WishRecords, listWishRecords } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThan, Not } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { Wish } from './wish.entity.js';
import { type VisibleWish, isVisible } from './wish.view.js';

/** The part of a person's data export about wishes. */
@Controller()
export class WishExportsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  @Rpc(listWishRecords)
  async listWishes({ actor: { userId } }: Call<'user'>, { after }: ChallengeRecordsDto): Promise<WishRecords> {
    const coupleId = In(await this.couples.idsOf(userId));
    const wishes = await this.database.manager.find(Wish, {
      where: { coupleId, status: Not('deleted'), ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: LIMITS.wishPageMax,
    });
    const next = wishes.length === LIMITS.wishPageMax ? (wishes.at(-1)?.id ?? null) : null;
    return { wishes: wishes.filter(isVisible).map(record), next };
  }
}

const record = (wish: VisibleWish): WishRecords['wishes'][number] => ({
  id: wish.id,
  coupleId: wish.coupleId,
  title: wish.title,
  points: wish.points,
  status: wish.status,
  createdBy: wish.createdBy,
  createdAt: wish.createdAt.toISOString(),
  redeemedAt: wish.redeemedAt?.toISOString() ?? null,
  fulfilledAt: wish.fulfilledAt?.toISOString() ?? null,
});
