import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { FoundTitles } from '../core/views.js';
import { AttachmentIdsDto } from '../messaging/attachments.js';
import {
  ChooseInStoryByIdDto,
  RespondToStoryByIdDto,
  SearchStoriesDto,
  StartStoryByIdDto,
  StoryReadingIdDto,
} from './story-inputs.js';
import type { StoryList, StoryReadingView } from './story-views.js';

const ofOne = ['NO_PARTNER', 'PART_HIDDEN', 'STORY_NOT_FOUND'] as const;
const ofPress = [...ofOne, 'STORY_STATE', 'NOT_YOURS'] as const;

export const listStories = defineRpc({
  subject: 'challenges.story.list',
  access: 'user',
  request: NoInput,
  returns: returns<StoryList>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** Invites the partner to a story. Where one is invited or active already it answers with that one. */
export const startStory = defineRpc({
  subject: 'challenges.story.start',
  access: 'user',
  request: StartStoryByIdDto,
  returns: returns<StoryReadingView>(),
  errors: [...ofOne, 'TOO_MANY_STORIES'],
});

export const getStoryReading = defineRpc({
  subject: 'challenges.story.get',
  access: 'user',
  request: StoryReadingIdDto,
  returns: returns<StoryReadingView>(),
  errors: ofOne,
});

/** Accepts, declines or leaves. */
export const respondToStory = defineRpc({
  subject: 'challenges.story.respond',
  access: 'user',
  request: RespondToStoryByIdDto,
  returns: returns<StoryReadingView>(),
  errors: ofPress,
});

/** Reads a scene on, chooses, writes or shows a photo. VERSION_CONFLICT carries the reading as it is. */
export const chooseInStory = defineRpc({
  subject: 'challenges.story.choose',
  access: 'user',
  request: ChooseInStoryByIdDto,
  returns: returns<StoryReadingView>(),
  errors: [...ofOne, 'STORY_STATE', 'VERSION_CONFLICT', 'FILE_TYPE_UNSUPPORTED', 'TOO_MANY_FILES'],
});

/** Of these files, the ones to which an answer still refers. */
export const storyFilesInUse = defineRpc({
  subject: 'challenges.story-file.in-use',
  access: 'process',
  request: AttachmentIdsDto,
  returns: returns<{ ids: string[] }>(),
  errors: [],
});

/** Searches titles and revealed lines by words; the newest first. A hit is a reading. */
export const searchStories = defineRpc({
  subject: 'challenges.story.search',
  access: 'user',
  request: SearchStoriesDto,
  returns: returns<FoundTitles>(),
  errors: ['NO_PARTNER'],
});
