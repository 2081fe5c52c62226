import {
  ChooseInStoryDto,
  RespondToStoryDto,
  StartStoryDto,
  type StorySessionView,
  type StorySummary,
  chooseInStory,
  getCoupleStatistics,
  getStorySession,
  keepStory,
  listStories,
  recordStoryKeepsake,
  respondToStory,
  startStory,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** Stories that the two read together. */
@Controller('stories')
export class StoriesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Lists the stories of Duet, each with its open session and the newest finished ones. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(@Context() context: CallContext): Promise<Answer<StorySummary[]>> {
    return ok((await this.rpc.call(listStories, context, {})).stories);
  }

  /**
   * Invites the partner to a story.
   *
   * A story that is open already is answered with its session, as is a repeated `clientId`.
   */
  @Post(':templateId/sessions')
  @RateLimit(WRITE_MEMORIES)
  async start(
    @Context() context: CallContext,
    @Param('templateId') templateId: string,
    @Body() dto: StartStoryDto,
  ): Promise<Answer<StorySessionView>> {
    const days = await this.daysTogether(context);
    return ok(
      await this.rpc.call(startStory, context, { ...dto, templateId, ...(days !== null && { daysTogether: days }) }),
    );
  }

  /** Returns a session. The partner's choice appears once both have chosen. */
  @Get('sessions/:id')
  @RateLimit(READ_MEMORIES)
  async get(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<StorySessionView>> {
    return ok(await this.rpc.call(getStorySession, context, { id }));
  }

  /** Accepts an invitation; declines it, takes it back or leaves the story. */
  @Patch('sessions/:id/respond')
  @RateLimit(WRITE_MEMORIES)
  async respond(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: RespondToStoryDto,
  ): Promise<Answer<StorySessionView>> {
    return ok(await this.rpc.call(respondToStory, context, { ...dto, id }));
  }

  /**
   * Reads a scene on, chooses or writes a line.
   *
   * A choice may change until the other has chosen. With the second one the story goes on and shows both.
   */
  @Post('sessions/:id/choice')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async choose(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ChooseInStoryDto,
  ): Promise<Answer<StorySessionView>> {
    return ok(await this.rpc.call(chooseInStory, context, { ...dto, id }));
  }

  /**
   * Makes an album of a finished story: its ending, and what each chose and wrote on the way.
   *
   * There is one: a repeated call answers with the story as it is. `capsuleId` names the album.
   */
  @Post('sessions/:id/keepsake')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async keep(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<StorySessionView>> {
    const { capsuleId } = await this.rpc.call(keepStory, context, { sessionId: id });
    return ok(await this.rpc.call(recordStoryKeepsake, context, { id, capsuleId }));
  }

  /** A story has words for a number that is not known, so it begins also while pairing is silent. */
  private async daysTogether(context: CallContext): Promise<number | null> {
    const statistics = await this.rpc.call(getCoupleStatistics, context, {}).catch(() => null);
    return statistics?.daysTogether ?? null;
  }
}
