import { type ChallengeView, CompleteStepDto, completeStep, skipStep, undoStep } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** The steps of a challenge. */
@Controller('challenges/:id/steps/:stepId')
export class ChallengeStepsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /**
   * Completes the caller's part of a step.
   *
   * A repeated `clientId` answers with the challenge as it is. Photos and voice are not carried yet.
   */
  @Post('complete')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async complete(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('stepId') stepId: string,
    @Body() dto: CompleteStepDto,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.rpc.call(completeStep, context, { ...dto, id, stepId }));
  }

  /** Takes the caller’s part of a step back, within 10 minutes. */
  @Delete('complete')
  @RateLimit(WRITE_MEMORIES)
  async undo(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('stepId') stepId: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.rpc.call(undoStep, context, { id, stepId }));
  }

  /** Asks to skip a step, or agrees to it. */
  @Post('skip')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async skip(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('stepId') stepId: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.rpc.call(skipStep, context, { id, stepId }));
  }
}
