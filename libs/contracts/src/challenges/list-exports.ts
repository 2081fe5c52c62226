import { defineRpc, returns } from '../bus/rpc.js';
import { ChallengeRecordsDto } from './exports.js';
import type { ListKind } from './list-views.js';

/** A list as both members' exports show it, without deleted items. */
export interface ListRecord {
  id: string;
  coupleId: string;
  title: string;
  kind: ListKind;
  /** null when the person deleted their account and only the partner's part of it stayed. */
  createdBy: string | null;
  createdAt: string;
  items: { author: string; text: string; assignedTo: string | null; dueAt: string | null; doneAt: string | null }[];
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface ListRecords {
  lists: ListRecord[];
  next: string | null;
}

/** Also of a couple that ended less than 30 days ago. Only an export makes this call. */
export const listListRecords = defineRpc({
  subject: 'challenges.export.lists',
  access: 'user',
  request: ChallengeRecordsDto,
  returns: returns<ListRecords>(),
  errors: [],
  tokens: ['export'],
});
