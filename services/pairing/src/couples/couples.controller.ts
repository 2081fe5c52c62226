import { type Call, NoInput, type Unlinked, unlinkPartner } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CouplesService } from './couples.service.js';

@Controller()
export class CouplesController {
  constructor(@Inject(CouplesService) private readonly couples: CouplesService) {}

  @Rpc(unlinkPartner)
  unlink(call: Call<'user'>, _dto: NoInput): Promise<Unlinked> {
    return this.couples.unlink(call.actor.userId);
  }
}
