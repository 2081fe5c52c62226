import { type Call, DONE, type Done, RecordLastSeenDto, recordLastSeen } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { LastSeenService } from './last-seen.service.js';

@Controller()
export class LastSeenController {
  constructor(@Inject(LastSeenService) private readonly lastSeen: LastSeenService) {}

  @Rpc(recordLastSeen)
  async record(_call: Call<'process'>, dto: RecordLastSeenDto): Promise<Done> {
    await this.lastSeen.record(dto);
    return DONE;
  }
}
