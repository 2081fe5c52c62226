import {
  type Call,
  CapsuleIdDto,
  DONE,
  type Done,
  type HiddenMemory,
  NoInput,
  type OnThisDayMemories,
  OnThisDayMemoriesDto,
  getOnThisDayMemories,
  hideCapsuleOnThisDay,
  listHiddenCapsules,
  showCapsuleOnThisDay,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { HiddenCapsules } from './hidden-capsules.service.js';
import { OnThisDayService } from './on-this-day.service.js';

@Controller()
export class OnThisDayController {
  constructor(
    @Inject(OnThisDayService) private readonly onThisDay: OnThisDayService,
    @Inject(HiddenCapsules) private readonly hidden: HiddenCapsules,
  ) {}

  @Rpc(getOnThisDayMemories)
  getMemories({ actor }: Call<'user'>, dto: OnThisDayMemoriesDto): Promise<OnThisDayMemories> {
    return this.onThisDay.get(actor.userId, dto);
  }

  @Rpc(hideCapsuleOnThisDay)
  hideCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<HiddenMemory> {
    return this.hidden.hide(actor.userId, id);
  }

  @Rpc(listHiddenCapsules)
  listHidden({ actor }: Call<'user'>, _dto: NoInput): Promise<HiddenMemory[]> {
    return this.hidden.list(actor.userId);
  }

  @Rpc(showCapsuleOnThisDay)
  async showCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<Done> {
    await this.hidden.show(actor.userId, id);
    return DONE;
  }
}
