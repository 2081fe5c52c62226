import { type Call, NoInput, type NudgeState, SendNudgeDto, getNudgeState, sendNudge } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { NudgesService } from './nudges.service.js';

@Controller()
export class NudgesController {
  constructor(@Inject(NudgesService) private readonly nudges: NudgesService) {}

  @Rpc(getNudgeState)
  get({ actor }: Call<'user'>, _dto: NoInput): Promise<NudgeState> {
    return this.nudges.findState(actor.userId);
  }

  @Rpc(sendNudge)
  send({ actor }: Call<'user'>, { kind }: SendNudgeDto): Promise<NudgeState> {
    return this.nudges.send(actor.userId, kind);
  }
}
