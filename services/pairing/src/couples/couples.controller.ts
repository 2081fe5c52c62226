import {
  type Call, type CoupleRecord, type CoupleStatistics, type CoupleView, NoInput, SetTimezoneDto, type Unlinked, getCoupleStatistics,
  listCoupleRecords, setTimezone, unlinkPartner,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { coupleView } from './couple.view.js';
import { CouplesService } from './couples.service.js';
import { daysTogether } from './days-together.js';

@Controller()
export class CouplesController {
  constructor(@Inject(CouplesService) private readonly couples: CouplesService) {}

  @Rpc(unlinkPartner)
  unlink(call: Call<'user'>, _dto: NoInput): Promise<Unlinked> {
    return this.couples.unlink(call.actor.userId);
  }

  @Rpc(setTimezone)
  async timezone(call: Call<'user'>, dto: SetTimezoneDto): Promise<CoupleView> {
    return coupleView(await this.couples.moveTo(call.actor.userId, dto.timezone));
  }

  @Rpc(listCoupleRecords)
  records(call: Call<'user'>, _dto: NoInput): Promise<CoupleRecord[]> {
    return this.couples.records(call.actor.userId);
  }

  @Rpc(getCoupleStatistics)
  async statistics(call: Call<'user'>, _dto: NoInput): Promise<CoupleStatistics> {
    const link = await this.couples.current(call.actor.userId);
    return { daysTogether: link && daysTogether(link.couple.linkedAt, new Date(), link.couple.timezone) };
  }
}
