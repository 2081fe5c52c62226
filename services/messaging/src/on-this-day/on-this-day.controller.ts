import {
  type Call,
  DONE,
  type Done,
  ExclusionIdDto,
  HideOnThisDayDto,
  NoInput,
  type OnThisDayChoice,
  OnThisDayDto,
  type OnThisDayExclusion,
  type OnThisDayExclusions,
  type OnThisDayMessages,
  SwitchOnThisDayDto,
  getOnThisDay,
  hideOnThisDay,
  listOnThisDayExclusions,
  removeOnThisDayExclusion,
  switchOnThisDay,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExclusionsService } from './exclusions.service.js';
import { OnThisDayService } from './on-this-day.service.js';

@Controller()
export class OnThisDayController {
  constructor(
    @Inject(OnThisDayService) private readonly onThisDay: OnThisDayService,
    @Inject(ExclusionsService) private readonly exclusions: ExclusionsService,
  ) {}

  @Rpc(getOnThisDay)
  get({ actor }: Call<'user'>, dto: OnThisDayDto): Promise<OnThisDayMessages> {
    return this.onThisDay.get(actor, dto);
  }

  @Rpc(hideOnThisDay)
  hide({ actor }: Call<'user'>, dto: HideOnThisDayDto): Promise<OnThisDayExclusion> {
    return this.exclusions.hide(actor, dto);
  }

  @Rpc(listOnThisDayExclusions)
  list({ actor }: Call<'user'>, _input: NoInput): Promise<OnThisDayExclusions> {
    return this.exclusions.list(actor);
  }

  @Rpc(removeOnThisDayExclusion)
  async remove({ actor }: Call<'user'>, dto: ExclusionIdDto): Promise<Done> {
    await this.exclusions.remove(actor, dto);
    return DONE;
  }

  @Rpc(switchOnThisDay)
  switch({ actor }: Call<'user'>, dto: SwitchOnThisDayDto): Promise<OnThisDayChoice> {
    return this.exclusions.switch(actor, dto);
  }
}
