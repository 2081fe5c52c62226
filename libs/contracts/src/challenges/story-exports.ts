import { defineRpc, returns } from '../bus/rpc.js';
import { ChallengeRecordsDto } from './exports.js';
import type { StoryStatus } from './story-views.js';

/** A reading of a story as its reader's export shows it: a choice that is still secret only to the one who made it. */
export interface StoryRecord {
  id: string;
  coupleId: string;
  title: string;
  status: StoryStatus;
  /** null when the person deleted their account and only the partner's part of it stayed. */
  createdBy: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** `attachments` are files that the export contains. The previous build sends none. */
  answers: { author: string; question: string; answer: string; at: string; attachments?: { id: string }[] }[];
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface StoryRecords {
  stories: StoryRecord[];
  next: string | null;
}

/** Also of a couple that ended less than 30 days ago. Only an export makes this call. */
export const listStoryRecords = defineRpc({
  subject: 'challenges.export.stories',
  access: 'user',
  request: ChallengeRecordsDto,
  returns: returns<StoryRecords>(),
  errors: [],
  tokens: ['export'],
});
