import { type Call, DONE, type Done, UnsubscribeDto, unsubscribeByLink } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { UnsubscribeLinks } from './unsubscribe-links.service.js';

@Controller()
export class UnsubscribeController {
  constructor(@Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks) {}

  @Rpc(unsubscribeByLink)
  async unsubscribe(_call: Call<'process'>, dto: UnsubscribeDto): Promise<Done> {
    await this.links.unsubscribe(dto.token);
    return DONE;
  }
}
