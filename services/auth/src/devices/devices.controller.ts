import { type Call, DONE, type Done, NamedAccountDto, recogniseDevice, reportSignInAttempts } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DevicesService } from './devices.service.js';
import { SignInAlerts } from './sign-in-alerts.service.js';

@Controller()
export class DevicesController {
  constructor(
    @Inject(DevicesService) private readonly devices: DevicesService,
    @Inject(SignInAlerts) private readonly alerts: SignInAlerts,
  ) {}

  @Rpc(recogniseDevice)
  async recognise(call: Call<'process'>, { email }: NamedAccountDto): Promise<{ recognised: boolean }> {
    return { recognised: await this.devices.recognises(email, call.client) };
  }

  @Rpc(reportSignInAttempts)
  async report(_call: Call<'process'>, { email }: NamedAccountDto): Promise<Done> {
    await this.alerts.reportAttempts(email);
    return DONE;
  }
}
