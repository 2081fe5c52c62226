import { type Call, DONE, type Done, ChallengesSettledDto, challengesSettled } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CouplesService } from './couples.service.js';

@Controller()
export class CouplesController {
  constructor(@Inject(CouplesService) private readonly couples: CouplesService) {}

  @Rpc(challengesSettled)
  async waitForVersion(_call: Call, { coupleId, version }: ChallengesSettledDto): Promise<Done> {
    await this.couples.waitForVersion(coupleId, version);
    return DONE;
  }
}
