import { type AccountView, type Call, ChangeEmailDto, NoInput, cancelEmailChange, changeEmail } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EmailChangesService } from './email-changes.service.js';

@Controller()
export class EmailChangesController {
  constructor(@Inject(EmailChangesService) private readonly changes: EmailChangesService) {}

  @Rpc(changeEmail)
  change(call: Call<'user'>, dto: ChangeEmailDto): Promise<AccountView> {
    return this.changes.ask(call.actor, dto);
  }

  @Rpc(cancelEmailChange)
  cancel(call: Call<'user'>, _dto: NoInput): Promise<AccountView> {
    return this.changes.cancel(call.actor);
  }
}
