import {
  type Call,
  type CoupleCalendar,
  CoupleCalendarDto,
  type CoupleStatistics,
  type CoupleView,
  NoInput,
  SetTimezoneDto,
  SetTogetherSinceDto,
  type Unlinked,
  getCoupleCalendar,
  getCoupleStatistics,
  setTimezone,
  setTogetherSince,
  unlinkPartner,
} from '@duet/contracts';
import { Clock, Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { coupleView } from './couple.view.js';
import { CouplesService } from './couples.service.js';
import { daysTogether, sinceOf } from './days-together.js';
import { TogetherSince } from './together-since.js';

@Controller()
export class CouplesController {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(TogetherSince) private readonly beginnings: TogetherSince,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Rpc(unlinkPartner)
  unlink(call: Call<'user'>, _dto: NoInput): Promise<Unlinked> {
    return this.couples.unlink(call.actor.userId);
  }

  @Rpc(setTimezone)
  async timezone(call: Call<'user'>, dto: SetTimezoneDto): Promise<CoupleView> {
    return coupleView(await this.couples.setTimezone(call.actor.userId, dto.timezone));
  }

  @Rpc(setTogetherSince)
  async togetherSince(call: Call<'user'>, dto: SetTogetherSinceDto): Promise<CoupleView> {
    return coupleView(await this.beginnings.set(call.actor.userId, dto));
  }

  @Rpc(getCoupleStatistics)
  async statistics(call: Call<'user'>, _dto: NoInput): Promise<CoupleStatistics> {
    const link = await this.couples.findLink(call.actor.userId);
    return { daysTogether: link && daysTogether(link.couple, this.clock.now()) };
  }

  @Rpc(getCoupleCalendar)
  async calendar(_call: Call<'process'>, { userId }: CoupleCalendarDto): Promise<CoupleCalendar> {
    const { couple } = await this.couples.requireLink(userId);
    return { coupleId: couple.id, timezone: couple.timezone, since: sinceOf(couple) };
  }
}
