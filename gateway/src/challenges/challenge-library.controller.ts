import {
  type ChallengeBadges,
  type ChallengeTemplateView,
  ChangeTemplateDto,
  type Done,
  TemplateListQueryDto,
  WriteTemplateDto,
  changeTemplate,
  deleteTemplate,
  getCoupleStatistics,
  getMemoryStatistics,
  getRhythmStatistics,
  listBadges,
  listTemplates,
  writeTemplate,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/**
 * The templates and goals of challenges, and the points and badges they have earned. Its fixed paths stand before
 * `challenges/:id`.
 */
@Translated()
@Controller('challenges')
export class ChallengeLibraryController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List templates: the couple's own first, then those of Duet. */
  @Get('templates')
  @RateLimit(READ_MEMORIES)
  async templates(
    @Context() context: CallContext,
    @Query() query: TemplateListQueryDto,
  ): Promise<Answer<ChallengeTemplateView[]>> {
    return ok((await this.rpc.call(listTemplates, context, query)).templates);
  }

  /**
   * Write a template for the two.
   *
   * A repeated `clientId` answers with the first template.
   */
  @Post('templates')
  @RateLimit(WRITE_MEMORIES)
  async writeTemplate(
    @Context() context: CallContext,
    @Body() dto: WriteTemplateDto,
  ): Promise<Answer<ChallengeTemplateView>> {
    return ok(await this.rpc.call(writeTemplate, context, dto));
  }

  /** Change a template of the caller’s. Challenges that were proposed from it stay as they are. */
  @Patch('templates/:id')
  @RateLimit(WRITE_MEMORIES)
  async changeTemplate(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ChangeTemplateDto,
  ): Promise<Answer<ChallengeTemplateView>> {
    return ok(await this.rpc.call(changeTemplate, context, { ...dto, id }));
  }

  /** Delete a template of the caller’s. */
  @Delete('templates/:id')
  @RateLimit(WRITE_MEMORIES)
  async deleteTemplate(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(deleteTemplate, context, { id }));
  }

  /**
   * Return the points and badges of the two.
   *
   * Other services count some of it and are asked here; a badge that their figures earn is given with this call.
   */
  @Get('badges')
  @RateLimit(READ_MEMORIES)
  async badges(@Context() context: CallContext): Promise<Answer<ChallengeBadges>> {
    const [{ daysTogether }, { longest }, { ofCouple, opened }] = await Promise.all([
      this.rpc.call(getCoupleStatistics, context, {}),
      this.rpc.call(getRhythmStatistics, context, {}),
      this.rpc.call(getMemoryStatistics, context, {}),
    ]);
    if (daysTogether === null) throw new AppError('NO_PARTNER');
    const figures = { daysTogether, rhythm: longest, capsules: ofCouple, reveals: opened };
    return ok(await this.rpc.call(listBadges, context, figures));
  }
}
