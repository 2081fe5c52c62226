import { type ActivityPage, ActivityQueryDto, type Call, listActivities } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CouplesService } from '../couples/couples.service.js';
import { ActivityLog } from './activity-log.js';

@Controller()
export class ActivitiesController {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
  ) {}

  @Rpc(listActivities)
  async list({ actor }: Call<'user'>, query: ActivityQueryDto): Promise<ActivityPage> {
    const { couple } = await this.couples.requireLink(actor.userId);
    return this.activities.listPage(couple, query);
  }
}
