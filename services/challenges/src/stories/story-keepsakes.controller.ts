import {
  type Call,
  RecordStoryKeepsakeDto,
  type StoryKeepsakeSource,
  StoryKeepsakeSourceDto,
  type StoryReadingView,
  getStoryKeepsakeSource,
  recordStoryKeepsake,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { StoryKeepsakes } from './story-keepsakes.js';

@Controller()
export class StoryKeepsakesController {
  constructor(@Inject(StoryKeepsakes) private readonly keepsakes: StoryKeepsakes) {}

  @Rpc(getStoryKeepsakeSource)
  getSource(_call: Call<'process'>, { userId, id }: StoryKeepsakeSourceDto): Promise<StoryKeepsakeSource> {
    return this.keepsakes.source(userId, id);
  }

  @Rpc(recordStoryKeepsake)
  recordKeepsake({ actor }: Call<'user'>, { id, capsuleId }: RecordStoryKeepsakeDto): Promise<StoryReadingView> {
    return this.keepsakes.record(actor.userId, id, capsuleId);
  }
}
