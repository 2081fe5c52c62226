import { type Call, type CoupleRecord, NoInput, listCoupleRecords } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CouplesService } from '../couples/couples.service.js';
import { DatesService } from '../dates/dates.service.js';
import { MoodsService } from '../moods/moods.service.js';
import { NicknamesService } from '../nicknames/nicknames.service.js';

/** The couples in a person's export, recently ended ones included. */
@Controller()
export class RecordsController {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DatesService) private readonly dates: DatesService,
    @Inject(MoodsService) private readonly moods: MoodsService,
    @Inject(NicknamesService) private readonly nicknames: NicknamesService,
  ) {}

  @Rpc(listCoupleRecords)
  async list({ actor: { userId } }: Call<'user'>, _dto: NoInput): Promise<CoupleRecord[]> {
    const couples = await this.couples.listRecords(userId);
    const ids = couples.map(({ coupleId }) => coupleId);
    const [dates, moods, nicknames] = await Promise.all([
      this.dates.listRecords(userId, ids),
      this.moods.listRecords(userId, ids),
      this.nicknames.findNicknames(userId, ids),
    ]);
    return couples.map((couple) => ({
      ...couple,
      nickname: nicknames.get(couple.coupleId) ?? null,
      dates: dates.get(couple.coupleId) ?? [],
      moods: moods.get(couple.coupleId) ?? [],
    }));
  }
}
