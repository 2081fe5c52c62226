import {
  type Done,
  type LinkOutcome,
  type PartnerRequestView,
  RespondDto,
  cancelRequest,
  listReceivedRequests,
  listSentRequests,
  respondToRequest,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Param, Patch } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { CoupleBarrier } from './couple-barrier.js';

@Controller('partners/requests')
export class RequestsController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CoupleBarrier) private readonly barrier: CoupleBarrier,
  ) {}

  /** List the partner requests that wait for the caller's answer. */
  @Get()
  async received(@Context() context: CallContext): Promise<Answer<PartnerRequestView[]>> {
    return ok(await this.rpc.call(listReceivedRequests, context, {}));
  }

  /** List the partner requests that the caller has sent. */
  @Get('sent')
  async sent(@Context() context: CallContext): Promise<Answer<PartnerRequestView[]>> {
    return ok(await this.rpc.call(listSentRequests, context, {}));
  }

  /** Accept or reject a partner request. */
  @Patch(':id')
  async respond(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: RespondDto,
  ): Promise<Answer<LinkOutcome>> {
    const outcome = await this.rpc.call(respondToRequest, context, { ...dto, id });
    await this.barrier.awaitLink(context, outcome.couple);
    return ok(outcome);
  }

  /** Withdraw a partner request. */
  @Delete(':id')
  async cancel(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(cancelRequest, context, { id }));
  }
}
