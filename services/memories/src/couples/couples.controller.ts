import { type Call, DONE, type Done, MemoriesSettledDto, memoriesSettled } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CouplesService } from './couples.service.js';

@Controller()
export class CouplesController {
  constructor(@Inject(CouplesService) private readonly couples: CouplesService) {}

  @Rpc(memoriesSettled)
  async waitForVersion(_call: Call, { coupleId, version }: MemoriesSettledDto): Promise<Done> {
    await this.couples.waitForVersion(coupleId, version);
    return DONE;
  }
}
