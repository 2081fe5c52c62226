import {
  type Call,
  DONE,
  type Done,
  type MoodList,
  type MoodView,
  MoodsQueryDto,
  NoInput,
  SetMoodDto,
  clearMood,
  listMoods,
  setMood,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { MoodsService } from './moods.service.js';

@Controller()
export class MoodsController {
  constructor(@Inject(MoodsService) private readonly moods: MoodsService) {}

  @Rpc(listMoods)
  list({ actor }: Call<'user'>, { days }: MoodsQueryDto): Promise<MoodList> {
    return this.moods.listMoods(actor.userId, days);
  }

  @Rpc(setMood)
  set({ actor }: Call<'user'>, dto: SetMoodDto): Promise<MoodView> {
    return this.moods.setMood(actor.userId, dto);
  }

  @Rpc(clearMood)
  async clear({ actor }: Call<'user'>, _dto: NoInput): Promise<Done> {
    await this.moods.clearMood(actor.userId);
    return DONE;
  }
}
