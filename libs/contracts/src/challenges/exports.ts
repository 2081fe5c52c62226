import { IsOptional, IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import type { ChallengeStatus } from '../realtime/challenge-updates.js';
import type { ChallengeCategory, TemplateStep } from './views.js';

/** A proof as its reader's export shows it: an own one always, the partner's where the reader could read it. */
export interface ProofRecord {
  author: string;
  step: string;
  text: string;
  doneAt: string;
  /** Files that the export contains. The previous build sends none. */
  attachments?: { id: string }[];
}

/** A challenge as its reader's export shows it. */
export interface ChallengeRecord {
  id: string;
  coupleId: string;
  title: string;
  description: string;
  category: ChallengeCategory;
  status: ChallengeStatus;
  /** null when the person deleted their account and only the partner's part of it stayed. */
  proposedBy: string | null;
  createdAt: string;
  dueAt: string | null;
  completedAt: string | null;
  note: string | null;
  steps: string[];
  proofs: ProofRecord[];
  /** `mood` is in the writer's own alone. */
  reflections: { author: string; text: string; mood: number | null; at: string }[];
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface ChallengeRecords {
  challenges: ChallengeRecord[];
  next: string | null;
}

/** A template that the couple wrote. */
export interface TemplateRecord {
  id: string;
  author: string;
  title: string;
  description: string;
  category: ChallengeCategory;
  steps: TemplateStep[];
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface TemplateRecords {
  templates: TemplateRecord[];
  next: string | null;
}

export class ChallengeRecordsDto {
  @IsOptional()
  @IsUUID()
  after?: string;
}

/** Also of a couple that ended less than 30 days ago. Only an export makes this call. */
export const listChallengeRecords = defineRpc({
  subject: 'challenges.export.challenges',
  access: 'user',
  request: ChallengeRecordsDto,
  returns: returns<ChallengeRecords>(),
  errors: [],
  tokens: ['export'],
});

/** Templates of the same couples. Only an export makes this call. */
export const listTemplateRecords = defineRpc({
  subject: 'challenges.export.templates',
  access: 'user',
  request: ChallengeRecordsDto,
  returns: returns<TemplateRecords>(),
  errors: [],
  tokens: ['export'],
});
