import {
  type Call,
  DONE,
  type Done,
  NoInput,
  type PartnerRequestView,
  RequestIdDto,
  cancelRequest,
  listReceivedRequests,
  listSentRequests,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { RequestsService } from './requests.service.js';

@Controller()
export class RequestsController {
  constructor(@Inject(RequestsService) private readonly requests: RequestsService) {}

  @Rpc(listReceivedRequests)
  received(call: Call<'user'>, _dto: NoInput): Promise<PartnerRequestView[]> {
    return this.requests.listReceived(call.actor.userId);
  }

  @Rpc(listSentRequests)
  sent(call: Call<'user'>, _dto: NoInput): Promise<PartnerRequestView[]> {
    return this.requests.listSent(call.actor.userId);
  }

  @Rpc(cancelRequest)
  async cancel(call: Call<'user'>, dto: RequestIdDto): Promise<Done> {
    await this.requests.cancel(call.actor.userId, dto.id);
    return DONE;
  }
}
