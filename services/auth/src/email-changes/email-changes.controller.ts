import {
  type AccountView,
  type Call,
  CancelEmailChangeDto,
  ChangeEmailDto,
  DONE,
  type Done,
  NoInput,
  cancelEmailChange,
  cancelEmailChangeByLink,
  changeEmail,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EmailChangesService } from './email-changes.service.js';

@Controller()
export class EmailChangesController {
  constructor(@Inject(EmailChangesService) private readonly changes: EmailChangesService) {}

  @Rpc(changeEmail)
  change(call: Call<'user'>, dto: ChangeEmailDto): Promise<AccountView> {
    return this.changes.requestChange(call.actor, dto);
  }

  @Rpc(cancelEmailChange)
  cancel(call: Call<'user'>, _dto: NoInput): Promise<AccountView> {
    return this.changes.cancelChange(call.actor);
  }

  @Rpc(cancelEmailChangeByLink)
  async cancelByLink(_call: Call<'process'>, dto: CancelEmailChangeDto): Promise<Done> {
    await this.changes.cancelChangeByLink(dto.token);
    return DONE;
  }
}
