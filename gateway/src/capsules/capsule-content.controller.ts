import {
  AddContributionDto,
  AttachmentsDto,
  CapsuleCommentDto,
  type CapsuleCommentView,
  CapsuleReactionDto,
  type CapsuleView,
  ChangeContributionDto,
  type ContributionPage,
  type ContributionView,
  ContributionsQueryDto,
  DONE,
  type DescribedFile,
  type Done,
  addContribution,
  allowCapsuleFiles,
  changeContribution,
  commentOnCapsule,
  deleteComment,
  deleteContribution,
  listContributions,
  markCapsule,
  reactToCapsule,
} from '@duet/contracts';
import { type CallContext, RpcClient, validateInput } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { isForm } from '../media/entity-uploads.js';
import { CapsuleFilesClient } from './capsule-files.js';
import { READ_MEMORIES, WRITE_MEMORIES } from './capsules.limits.js';
import { ContributionUploads } from './contribution-uploads.js';

/** The contributions of a capsule, the couple's responses to it, and the caller's own marks. */
@Controller('capsules/:id')
export class CapsuleContentController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CapsuleFilesClient) private readonly files: CapsuleFilesClient,
    @Inject(ContributionUploads) private readonly uploads: ContributionUploads,
  ) {}

  /** List what lies in a capsule, as far as the caller may read it. */
  @Get('contributions')
  @RateLimit(READ_MEMORIES)
  async contributions(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Query() { cursor }: ContributionsQueryDto,
  ): Promise<Answer<ContributionView[]> & Pick<ContributionPage, 'nextCursor'>> {
    const page = await this.rpc.call(listContributions, context, { id, ...(cursor !== undefined && { cursor }) });
    return { ...ok(await this.files.fill(exchange, page.contributions)), nextCursor: page.nextCursor };
  }

  /**
   * Put words, a place or files into a capsule.
   *
   * Words and a place are JSON; pictures, videos and voice notes come as a form, in which `place` and `captions` are JSON texts.
   * A repeated `clientId` answers with the first contribution.
   *
   * @json AddContributionDto
   * @form files[] ContributionFieldsDto
   * @refuses FILES_MISSING TOO_MANY_FILES FILE_TOO_LARGE FILE_TYPE_UNSUPPORTED FILE_UNREADABLE IMAGE_TOO_MANY_PIXELS VOICE_TOO_LONG QUOTA_EXCEEDED
   */
  @Post('contributions')
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async contribute(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ContributionView>> {
    const made = isForm(exchange)
      ? await this.uploads.contribute(context, exchange, id)
      : await this.rpc.call(addContribution, context, {
          ...validateInput(AddContributionDto, exchange.request.body ?? {}),
          id,
        });
    return ok(await this.filled(exchange, made));
  }

  /** Change one of the caller's contributions while the capsule collects. */
  @Patch('contributions/:contributionId')
  @RateLimit(WRITE_MEMORIES)
  async changeContribution(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Param('contributionId') contributionId: string,
    @Body() dto: ChangeContributionDto,
  ): Promise<Answer<ContributionView>> {
    const changed = await this.rpc.call(changeContribution, context, { ...dto, id, contributionId });
    if (dto.visibility === 'surprise')
      await this.files.endEarlierLinks(exchange, id, changed.coupleId, changed.access.epoch);
    return ok(await this.filled(exchange, changed));
  }

  /** Delete one of the caller's contributions while the capsule collects. */
  @Delete('contributions/:contributionId')
  @RateLimit(WRITE_MEMORIES)
  async deleteContribution(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Param('contributionId') contributionId: string,
  ): Promise<Answer<Done>> {
    const { coupleId, accessEpoch } = await this.rpc.call(deleteContribution, context, { id, contributionId });
    await this.files.endEarlierLinks(exchange, id, coupleId, accessEpoch);
    return ok(DONE);
  }

  /** Create new links to files of a capsule. Files that the caller may not load are left out. */
  @Post('links')
  @HttpCode(200)
  @RateLimit(READ_MEMORIES)
  async links(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() { ids }: AttachmentsDto,
  ): Promise<Answer<{ files: DescribedFile[] }>> {
    const allowed = await this.rpc.call(allowCapsuleFiles, context, { id, ids });
    return ok({ files: await this.files.describe(exchange, id, allowed) });
  }

  /** Add or remove the caller's reaction to an open capsule. */
  @Post('reactions')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async react(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() { emoji }: CapsuleReactionDto,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(reactToCapsule, context, { id, emoji })));
  }

  /** Comment on an open capsule. */
  @Post('comments')
  @RateLimit(WRITE_MEMORIES)
  async comment(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: CapsuleCommentDto,
  ): Promise<Answer<CapsuleCommentView>> {
    return ok(await this.rpc.call(commentOnCapsule, context, { ...dto, id }));
  }

  /** Delete one of the caller's comments. */
  @Delete('comments/:commentId')
  @RateLimit(WRITE_MEMORIES)
  async deleteComment(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('commentId') commentId: string,
  ): Promise<Answer<Done>> {
    return ok(await this.rpc.call(deleteComment, context, { id, commentId }));
  }

  /** Mark a capsule as a favourite of the caller. */
  @Put('favourite')
  @RateLimit(WRITE_MEMORIES)
  async addFavourite(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(
      await this.files.fillCapsule(
        exchange,
        await this.rpc.call(markCapsule, context, { id, mark: 'favourite', on: 1 }),
      ),
    );
  }

  /** Take the caller's favourite mark away. */
  @Delete('favourite')
  @RateLimit(WRITE_MEMORIES)
  async removeFavourite(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(
      await this.files.fillCapsule(
        exchange,
        await this.rpc.call(markCapsule, context, { id, mark: 'favourite', on: 0 }),
      ),
    );
  }

  /** Hide a capsule from the caller's own lists. */
  @Put('hidden')
  @RateLimit(WRITE_MEMORIES)
  async hide(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(
      await this.files.fillCapsule(exchange, await this.rpc.call(markCapsule, context, { id, mark: 'hidden', on: 1 })),
    );
  }

  /** Show a hidden capsule in the caller's lists again. */
  @Delete('hidden')
  @RateLimit(WRITE_MEMORIES)
  async show(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(
      await this.files.fillCapsule(exchange, await this.rpc.call(markCapsule, context, { id, mark: 'hidden', on: 0 })),
    );
  }

  private async filled(exchange: Exchange, contribution: ContributionView): Promise<ContributionView> {
    const [filled = contribution] = await this.files.fill(exchange, [contribution]);
    return filled;
  }
}
