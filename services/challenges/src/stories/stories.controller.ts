import {
  AttachmentIdsDto,
  type Call,
  ChooseInStoryByIdDto,
  type FoundTitles,
  RespondToStoryByIdDto,
  SearchStoriesDto,
  StartStoryByIdDto,
  type StoryList,
  StoryReadingIdDto,
  type StoryReadingView,
  chooseInStory,
  getStoryReading,
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
  startStory({ actor }: Call<'user'>, dto: StartStoryByIdDto): Promise<StoryReadingView> {
    return this.stories.start(actor.userId, dto);
  }

  @Rpc(getStoryReading)
  getReading({ actor }: Call<'user'>, { id }: StoryReadingIdDto): Promise<StoryReadingView> {
    return this.reader.get(actor.userId, id);
  }

  @Rpc(respondToStory)
  respond({ actor }: Call<'user'>, dto: RespondToStoryByIdDto): Promise<StoryReadingView> {
    return this.stories.respond(actor.userId, dto);
  }

  @Rpc(chooseInStory)
  choose({ actor }: Call<'user'>, dto: ChooseInStoryByIdDto): Promise<StoryReadingView> {
    return this.stories.choose(actor.userId, dto);
  }

  @Rpc(storyFilesInUse)
  async usedFiles(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: await this.stories.usedFiles(ids) };
  }
}
