import {
  type AccountView,
  type Call,
  DONE,
  type Done,
  MailedTokenDto,
  NamedAccountDto,
  NoInput,
  type SecondFactorRemoval,
  askSecondFactorRemoval,
  beginSecondFactorRemoval,
  cancelSecondFactorRemoval,
  keepSecondFactor,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { SecondFactorRemovals } from './second-factor-removals.service.js';

@Controller()
export class SecondFactorRemovalsController {
  constructor(@Inject(SecondFactorRemovals) private readonly removals: SecondFactorRemovals) {}

  @Rpc(askSecondFactorRemoval)
  async ask(_call: Call<'process'>, { email }: NamedAccountDto): Promise<Done> {
    await this.removals.requestLink(email);
    return DONE;
  }

  @Rpc(beginSecondFactorRemoval)
  begin(_call: Call<'process'>, { token }: MailedTokenDto): Promise<SecondFactorRemoval> {
    return this.removals.beginRemoval(token);
  }

  @Rpc(keepSecondFactor)
  async keep(_call: Call<'process'>, { token }: MailedTokenDto): Promise<Done> {
    await this.removals.cancelByLink(token);
    return DONE;
  }

  @Rpc(cancelSecondFactorRemoval)
  cancel(call: Call<'user'>, _dto: NoInput): Promise<AccountView> {
    return this.removals.cancelRemoval(call.actor);
  }
}
