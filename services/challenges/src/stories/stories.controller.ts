import {
  AttachmentIdsDto,
  type Call,
  ChooseInStoryByIdDto,
  type FoundTitles,
  RespondToStoryByIdDto,
  SearchStoriesDto,
  StartStoryByIdDto,
  type StoryList,
  StorySessionIdDto,
  type StorySessionView,
  chooseInStory,
  getStorySession,
  listStories,
  respondToStory,
  searchStories,
  startStory,
  storyFilesInUse,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { StoriesReader } from './stories-reader.js';
import { StoriesService } from './stories.service.js';

@Controller()
export class StoriesController {
  constructor(
    @Inject(StoriesService) private readonly stories: StoriesService,
    @Inject(StoriesReader) private readonly reader: StoriesReader,
  ) {}

  @Rpc(listStories)
  listStories({ actor }: Call<'user'>): Promise<StoryList> {
    return this.reader.list(actor.userId);
  }

  @Rpc(searchStories)
  searchStories({ actor }: Call<'user'>, dto: SearchStoriesDto): Promise<FoundTitles> {
    return this.reader.search(actor.userId, dto);
  }

  @Rpc(startStory)
  startStory({ actor }: Call<'user'>, dto: StartStoryByIdDto): Promise<StorySessionView> {
    return this.stories.start(actor.userId, dto);
  }

  @Rpc(getStorySession)
  getSession({ actor }: Call<'user'>, { id }: StorySessionIdDto): Promise<StorySessionView> {
    return this.reader.get(actor.userId, id);
  }

  @Rpc(respondToStory)
  respond({ actor }: Call<'user'>, dto: RespondToStoryByIdDto): Promise<StorySessionView> {
    return this.stories.respond(actor.userId, dto);
  }

  @Rpc(chooseInStory)
  choose({ actor }: Call<'user'>, dto: ChooseInStoryByIdDto): Promise<StorySessionView> {
    return this.stories.choose(actor.userId, dto);
  }

  @Rpc(storyFilesInUse)
  async usedFiles(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: await this.stories.usedFiles(ids) };
  }
}
