import {
  type Done,
  type OwnQuestionView,
  WriteQuestionDto,
  listOwnQuestions,
  removeOwnQuestion,
  writeQuestion,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { WRITE_DAILY } from './daily-question.limits.js';

/** Questions that the caller has written and that have not been asked yet. */
@Controller('questions')
export class OwnQuestionsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the caller's own questions that have not been asked yet. */
  @Get()
  async list(@Context() context: CallContext): Promise<Answer<OwnQuestionView[]>> {
    return ok(await this.rpc.call(listOwnQuestions, context, {}));
  }

  /** Add a question of the caller's own. */
  @Post()
  @RateLimit(WRITE_DAILY)
  async write(@Context() context: CallContext, @Body() dto: WriteQuestionDto): Promise<Answer<OwnQuestionView>> {
    return ok(await this.rpc.call(writeQuestion, context, dto));
  }

  /** Delete one of the caller's own questions. */
  @Delete(':id')
  @RateLimit(WRITE_DAILY)
  async remove(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(removeOwnQuestion, context, { id }));
  }
}
