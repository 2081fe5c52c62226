import { type ChallengeView, CompleteStepDto, completeStep, skipStep, undoStep } from '@duet/contracts';
import { type CallContext, RpcClient, validateInput } from '@duet/service-kit';
import { Controller, Delete, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { isForm } from '../media/entity-uploads.js';
import { ProofFiles } from './proof-files.js';

/** The steps of a challenge. */
@Translated()
@Controller('challenges/:id/steps/:stepId')
export class ChallengeStepsController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(ProofFiles) private readonly files: ProofFiles,
  ) {}

  /**
   * Complete the caller's part of a step.
   *
   * A step without a proof or with words comes as JSON; up to five pictures, or one voice note, come as a form where the step
   * asks for them. A repeated `clientId` answers with the challenge as it is.
   *
   * @json CompleteStepDto
   * @form files[] StepFieldsDto
   * @refuses FILES_MISSING TOO_MANY_FILES FILE_TOO_LARGE FILE_TYPE_UNSUPPORTED FILE_UNREADABLE IMAGE_TOO_MANY_PIXELS VOICE_TOO_LONG QUOTA_EXCEEDED
   */
  @Post('complete')
  @HttpCode(200)
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async complete(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Param('stepId') stepId: string,
  ): Promise<Answer<ChallengeView>> {
    const challenge = isForm(exchange)
      ? await this.files.complete(context, exchange, { id, stepId })
      : await this.rpc.call(completeStep, context, {
          ...validateInput(CompleteStepDto, exchange.request.body ?? {}),
          id,
          stepId,
        });
    return ok(await this.files.fill(exchange, challenge));
  }

  /** Take the caller’s part of a step back, within 10 minutes. Its files are deleted. */
  @Delete('complete')
  @RateLimit(WRITE_MEMORIES)
  async undo(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Param('stepId') stepId: string,
  ): Promise<Answer<ChallengeView>> {
    const challenge = await this.rpc.call(undoStep, context, { id, stepId });
    await this.files.endEarlierLinks(exchange, id, challenge.coupleId, challenge.access.epoch);
    return ok(await this.files.fill(exchange, challenge));
  }

  /** Ask to skip a step, or agree to it. */
  @Post('skip')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async skip(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Param('stepId') stepId: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(skipStep, context, { id, stepId })));
  }
}
