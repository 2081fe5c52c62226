import {
  type Call,
  DONE,
  type Done,
  NoInput,
  RescheduleMessageDto,
  ScheduleMessageDto,
  ScheduledIdDto,
  type ScheduledMessageView,
  cancelScheduled,
  listScheduled,
  rescheduleMessage,
  scheduleMessage,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ScheduledService } from './scheduled.service.js';

@Controller()
export class ScheduledController {
  constructor(@Inject(ScheduledService) private readonly scheduled: ScheduledService) {}

  @Rpc(scheduleMessage)
  add({ actor }: Call<'user'>, dto: ScheduleMessageDto): Promise<ScheduledMessageView> {
    return this.scheduled.add(actor, dto);
  }

  @Rpc(listScheduled)
  list({ actor }: Call<'user'>, _input: NoInput): Promise<ScheduledMessageView[]> {
    return this.scheduled.list(actor);
  }

  @Rpc(rescheduleMessage)
  reschedule({ actor }: Call<'user'>, dto: RescheduleMessageDto): Promise<ScheduledMessageView> {
    return this.scheduled.reschedule(actor, dto);
  }

  @Rpc(cancelScheduled)
  async cancel({ actor }: Call<'user'>, dto: ScheduledIdDto): Promise<Done> {
    await this.scheduled.cancel(actor, dto);
    return DONE;
  }
}
