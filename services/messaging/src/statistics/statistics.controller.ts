import { type Call, type MessageStatistics, NoInput, getMessageStatistics } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { StatisticsService } from './statistics.service.js';

@Controller()
export class StatisticsController {
  constructor(@Inject(StatisticsService) private readonly statistics: StatisticsService) {}

  @Rpc(getMessageStatistics)
  get({ actor }: Call<'user'>, _input: NoInput): Promise<MessageStatistics> {
    return this.statistics.of(actor.userId);
  }
}
