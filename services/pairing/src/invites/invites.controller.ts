import {
  type Call,
  InviteCodeDto,
  type InviteOffer,
  type InviteView,
  NoInput,
  createInvite,
  lookUpInvite,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { InvitesService } from './invites.service.js';

@Controller()
export class InvitesController {
  constructor(@Inject(InvitesService) private readonly invites: InvitesService) {}

  @Rpc(createInvite)
  create(call: Call<'user'>, _dto: NoInput): Promise<InviteView> {
    return this.invites.createInvite(call.actor);
  }

  @Rpc(lookUpInvite)
  lookUp(call: Call<'user'>, dto: InviteCodeDto): Promise<InviteOffer> {
    return this.invites.lookUp(call.actor.userId, dto.code);
  }
}
