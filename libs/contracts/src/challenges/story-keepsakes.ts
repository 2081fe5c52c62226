import { IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import type { KeepsakeFile } from './keepsakes.js';
import { StoryReadingIdDto } from './story-inputs.js';
import type { StoryReadingView } from './story-views.js';

/** An answer that one gave at a page of a story. */
export interface StoryKeepsakePart {
  /** The text of the page. */
  page: string;
  author: string;
  /** The way that the author chose, or the line that the author wrote; empty with a photo alone. */
  text: string;
  at: string;
  /** The photo. The previous build sends none. */
  files?: KeepsakeFile[];
}

/** A finished story as its keepsake shows it, in the order of its path. */
export interface StoryKeepsakeSource {
  sessionId: string;
  coupleId: string;
  title: string;
  /** The last page. */
  ending: string;
  parts: StoryKeepsakePart[];
}

export class StoryKeepsakeSourceDto extends StoryReadingIdDto {
  /** The person who makes the keepsake. */
  @IsUUID()
  userId!: string;
}

export class RecordStoryKeepsakeDto extends StoryReadingIdDto {
  @IsUUID()
  capsuleId!: string;
}

/** Returns the choices and lines of both in a finished story. Only memories makes this call. */
export const getStoryKeepsakeSource = defineRpc({
  subject: 'challenges.story-keepsake.source',
  access: 'process',
  request: StoryKeepsakeSourceDto,
  returns: returns<StoryKeepsakeSource>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'STORY_NOT_FOUND', 'STORY_STATE'],
});

/** Stores which keepsake was made of a story. The gateway asks memories for it first. */
export const recordStoryKeepsake = defineRpc({
  subject: 'challenges.story-keepsake.record',
  access: 'user',
  request: RecordStoryKeepsakeDto,
  returns: returns<StoryReadingView>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'STORY_NOT_FOUND', 'STORY_STATE', 'NOT_YOURS'],
});
