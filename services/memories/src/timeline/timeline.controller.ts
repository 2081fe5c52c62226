import {
  type Call,
  type MemoryChoices,
  type MemoryMap,
  NoInput,
  PlacesQueryDto,
  type TimelinePage,
  TimelineQueryDto,
  getMemoryChoices,
  listPlaces,
  listTimeline,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { TimelineService } from './timeline.service.js';

@Controller()
export class TimelineController {
  constructor(@Inject(TimelineService) private readonly timeline: TimelineService) {}

  @Rpc(listTimeline)
  listTimeline({ actor }: Call<'user'>, dto: TimelineQueryDto): Promise<TimelinePage> {
    return this.timeline.list(actor.userId, dto);
  }

  @Rpc(listPlaces)
  listPlaces({ actor }: Call<'user'>, dto: PlacesQueryDto): Promise<MemoryMap> {
    return this.timeline.places(actor.userId, dto);
  }

  @Rpc(getMemoryChoices)
  getChoices({ actor }: Call<'user'>, _dto: NoInput): Promise<MemoryChoices> {
    return this.timeline.choices(actor.userId);
  }
}
