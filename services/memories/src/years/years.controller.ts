import {
  type Call,
  type CapsuleView,
  DONE,
  DismissYearDto,
  type Done,
  KeepYearDto,
  NoInput,
  type OurYear,
  dismissYear,
  getOurYear,
  keepYear,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { YearsService } from './years.service.js';

@Controller()
export class YearsController {
  constructor(@Inject(YearsService) private readonly years: YearsService) {}

  @Rpc(getOurYear)
  propose({ actor }: Call<'user'>, _dto: NoInput): Promise<OurYear> {
    return this.years.propose(actor.userId);
  }

  @Rpc(keepYear)
  keep({ actor }: Call<'user'>, dto: KeepYearDto): Promise<CapsuleView> {
    return this.years.keep(actor.userId, dto);
  }

  @Rpc(dismissYear)
  async dismiss({ actor }: Call<'user'>, dto: DismissYearDto): Promise<Done> {
    await this.years.dismiss(actor.userId, dto);
    return DONE;
  }
}
