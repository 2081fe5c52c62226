import {
  ChooseInStoryDto,
  RespondToStoryDto,
  StartStoryDto,
  type StoryReadingView,
  type StorySummary,
  chooseInStory,
  getCoupleStatistics,
  getStoryReading,
  listStories,
  respondToStory,
  startStory,
} from '@duet/contracts';
import { type CallContext, RpcClient, validateInput } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { isForm } from '../media/entity-uploads.js';
import { StoryKeepsakes } from './story-keepsakes.js';
import { StoryPhotos } from './story-photos.js';

/** Stories that the two read together. */
@Translated()
@Controller('stories')
export class StoriesController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(StoryPhotos) private readonly photos: StoryPhotos,
    @Inject(StoryKeepsakes) private readonly keepsakes: StoryKeepsakes,
  ) {}

  /** List the stories of Duet, each with its open reading and the newest finished ones. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(@Context() context: CallContext): Promise<Answer<StorySummary[]>> {
    return ok((await this.rpc.call(listStories, context, {})).stories);
  }

  /**
   * Invite the partner to a story.
   *
   * A story that is open already is answered with its reading, as is a repeated `clientId`.
   */
  @Post(':templateId/sessions')
  @RateLimit(WRITE_MEMORIES)
  async start(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('templateId') templateId: string,
    @Body() dto: StartStoryDto,
  ): Promise<Answer<StoryReadingView>> {
    const days = await this.daysTogether(context);
    const wanted = { ...dto, templateId, ...(days !== null && { daysTogether: days }) };
    return ok(await this.photos.fill(exchange, await this.rpc.call(startStory, context, wanted)));
  }

  /** Return a reading of a story. The partner's choice appears once both have chosen. */
  @Get('sessions/:id')
  @RateLimit(READ_MEMORIES)
  async get(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<StoryReadingView>> {
    return ok(await this.photos.fill(exchange, await this.rpc.call(getStoryReading, context, { id })));
  }

  /** Accept an invitation, decline it, take it back or leave the story. */
  @Patch('sessions/:id/respond')
  @RateLimit(WRITE_MEMORIES)
  async respond(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: RespondToStoryDto,
  ): Promise<Answer<StoryReadingView>> {
    return ok(await this.photos.fill(exchange, await this.rpc.call(respondToStory, context, { ...dto, id })));
  }

  /**
   * Read a scene on, choose, write a line or show a photo.
   *
   * All but a photo are JSON; one photo comes as a form where the prompt takes it, alone or with a line. A choice may change
   * until the other has chosen, and the new one replaces all of the old one. With the second one the story goes on and shows
   * both. A repeated `clientId` answers with the reading as it is.
   *
   * @json ChooseInStoryDto
   * @form files[] StoryFieldsDto
   * @refuses FILES_MISSING TOO_MANY_FILES FILE_TOO_LARGE FILE_TYPE_UNSUPPORTED FILE_UNREADABLE IMAGE_TOO_MANY_PIXELS VOICE_TOO_LONG QUOTA_EXCEEDED
   */
  @Post('sessions/:id/choice')
  @HttpCode(200)
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async choose(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<StoryReadingView>> {
    const reading = isForm(exchange)
      ? await this.photos.answer(context, exchange, id)
      : await this.rpc.call(chooseInStory, context, {
          ...validateInput(ChooseInStoryDto, exchange.request.body ?? {}),
          id,
        });
    return ok(await this.photos.fill(exchange, reading));
  }

  /**
   * Make an album of a finished story: its ending, and what each chose, wrote and showed on the way.
   *
   * There is one: a repeated call answers with the story as it is. `capsuleId` names the album.
   */
  @Post('sessions/:id/keepsake')
  @HttpCode(200)
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async keep(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<StoryReadingView>> {
    return ok(await this.photos.fill(exchange, await this.keepsakes.keep(context, exchange, id)));
  }

  /** A story has words for a number that is not known, so it begins also while pairing is silent. */
  private async daysTogether(context: CallContext): Promise<number | null> {
    const statistics = await this.rpc.call(getCoupleStatistics, context, {}).catch(() => null);
    return statistics?.daysTogether ?? null;
  }
}
