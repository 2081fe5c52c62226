import { IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';

export class KeepStoryDto {
  @IsUUID()
  sessionId!: string;
}

/** The keepsake of a story. */
export interface StoryKept {
  capsuleId: string;
}

/** Makes the one keepsake of a finished story: its ending, and what each chose and wrote on the way. */
export const keepStory = defineRpc({
  subject: 'memories.story-keepsake.make',
  access: 'user',
  request: KeepStoryDto,
  returns: returns<StoryKept>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'STORY_NOT_FOUND', 'STORY_STATE', 'TOO_MANY_CAPSULES'],
});
