import {
  BlockPersonDto,
  type Blocked,
  type Call,
  LinkPartnerDto,
  type LinkOutcome,
  NoInput,
  type PartnerStatus,
  RespondToRequestDto,
  SendRequestDto,
  blockPerson,
  getPartnerStatus,
  linkPartner,
  respondToRequest,
  sendPartnerRequest,
} from '@duet/contracts';
import { Rpc, sessionAlias } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { type LinkingPerson, LinkingService } from './linking.service.js';
import { RelationshipEndings } from './relationship-endings.service.js';

@Controller()
export class LinkingController {
  constructor(
    @Inject(LinkingService) private readonly linking: LinkingService,
    @Inject(RelationshipEndings) private readonly endings: RelationshipEndings,
  ) {}

  @Rpc(getPartnerStatus)
  status(call: Call<'user'>, _dto: NoInput): Promise<PartnerStatus> {
    return this.linking.status(call.actor.userId);
  }

  @Rpc(sendPartnerRequest)
  request(call: Call<'user'>, dto: SendRequestDto): Promise<LinkOutcome> {
    return this.linking.request(callerOf(call, dto), dto.receiverId, dto.message ?? '');
  }

  @Rpc(respondToRequest)
  respond(call: Call<'user'>, dto: RespondToRequestDto): Promise<LinkOutcome> {
    return this.linking[dto.action](callerOf(call, dto), dto.id);
  }

  @Rpc(linkPartner)
  link(call: Call<'user'>, dto: LinkPartnerDto): Promise<LinkOutcome> {
    return this.linking.linkByIdentifier(callerOf(call, dto), dto.partnerIdentifier);
  }

  @Rpc(blockPerson)
  block(call: Call<'user'>, dto: BlockPersonDto): Promise<Blocked> {
    return this.endings.block(call.actor.userId, dto.userId);
  }
}

const callerOf = ({ actor }: Call<'user'>, { timezone = 'UTC' }: { timezone?: string }): LinkingPerson => ({
  userId: actor.userId,
  session: sessionAlias(actor.sessionId),
  timezone,
});
