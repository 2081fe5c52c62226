import { type ActivityPage, ActivityQueryDto, type Call, listActivities } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CouplesService } from '../couples/couples.service.js';
import { ActivityLog } from './activity-log.js';

@Controller()
export class ActivitiesController {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ActivityLog) private readonly log: ActivityLog,
  ) {}

  @Rpc(listActivities)
  async list({ actor }: Call<'user'>, query: ActivityQueryDto): Promise<ActivityPage> {
    const { couple } = await this.couples.require(actor.userId);
    return this.log.page(couple.id, query);
  }
}
