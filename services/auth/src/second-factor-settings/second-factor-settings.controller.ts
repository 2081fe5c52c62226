import {
  type Call,
  DONE,
  type Done,
  NoInput,
  ProvePasswordDto,
  type RecoveryCodes,
  SecondFactorCodeDto,
  type SecondFactorSetup,
  type SecondFactorView,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { SecondFactorSettings } from './second-factor-settings.service.js';

@Controller()
export class SecondFactorController {
  constructor(@Inject(SecondFactorSettings) private readonly settings: SecondFactorSettings) {}

  @Rpc(getSecondFactor)
  get(call: Call<'user'>, _dto: NoInput): Promise<SecondFactorView> {
    return this.settings.get(call.actor);
  }

  @Rpc(setUpSecondFactor)
  setUp(call: Call<'user'>, dto: ProvePasswordDto): Promise<SecondFactorSetup> {
    return this.settings.setUp(call.actor, dto.password);
  }

  @Rpc(enableSecondFactor)
  enable(call: Call<'user'>, dto: SecondFactorCodeDto): Promise<RecoveryCodes> {
    return this.settings.enable(call.actor, dto.code);
  }

  @Rpc(renewRecoveryCodes)
  renewCodes(call: Call<'user'>, dto: ProvePasswordDto): Promise<RecoveryCodes> {
    return this.settings.renewCodes(call.actor, dto.password);
  }

  @Rpc(disableSecondFactor)
  async disable(call: Call<'user'>, dto: ProvePasswordDto): Promise<Done> {
    await this.settings.disable(call.actor, dto.password);
    return DONE;
  }
}
