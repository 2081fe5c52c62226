import { randomUUID } from 'node:crypto';
import {
  type Call,
  type ChallengeTemplateView,
  type ChallengeView,
  DONE,
  type RpcDefinition,
  cancelChallenge,
  changeChallenge,
  changeTemplate,
  completeStep,
  deleteChallenge,
  deleteTemplate,
  extendChallenge,
  getChallenge,
  getMemoryStatistics,
  getRhythmStatistics,
  letGoChallenge,
  listBadges,
  listChallenges,
  listTemplates,
  pauseChallenge,
  proposeChallenge,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
  skipStep,
  undoStep,
  writeTemplate,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CallLog } from './call-log.js';

export const ID = randomUUID();
export const STEP = randomUUID();

export const CHALLENGE: ChallengeView = {
  _id: ID,
  coupleId: randomUUID(),
  templateId: null,
  title: 'A week outside',
  description: '',
  category: 'adventure',
  proposedBy: randomUUID(),
  status: 'active',
  overdue: false,
  createdAt: '2026-11-22T12:00:00.000Z',
  updatedAt: '2026-11-22T12:00:00.000Z',
  startAt: '2026-11-22T12:00:00.000Z',
  dueAt: null,
  pausedAt: null,
  lapsesAt: null,
  completedAt: null,
  note: null,
  completionRule: 'all',
  progress: { done: 0, total: 1 },
  points: 0,
  capsuleId: null,
  deleteConfirmedBy: [],
  version: 2,
  access: { epoch: 0, seconds: 3_600 },
  actions: ['pause'],
  steps: [],
  reflections: [],
};

export const TEMPLATE: ChallengeTemplateView = {
  _id: ID,
  title: 'Cook together',
  description: '',
  category: 'care',
  minutes: 60,
  steps: [],
  completionRule: 'all',
  distanceOk: false,
  intensity: 1,
  author: 'couple',
  createdBy: randomUUID(),
  version: 1,
};

export const BADGES = { points: 60, badges: [] };

@Controller()
export class Peer {
  constructor(@Inject(CallLog) readonly calls: CallLog) {}
}

/** Gives the peers a handler of this call. */
export function serve<Request extends object, Answer>(
  call: RpcDefinition<Request, Answer, 'user'>,
  answer: Answer,
): void {
  const handler = {
    value: async function handle(this: Peer, given: Call<'user'>, dto: Request): Promise<Answer> {
      return this.calls.record(call, given, dto, answer);
    },
    configurable: true,
  };
  Rpc(call)(Peer.prototype, call.subject, handler);
  Object.defineProperty(Peer.prototype, call.subject, handler);
}

for (const press of [pauseChallenge, resumeChallenge, cancelChallenge, letGoChallenge]) serve(press, CHALLENGE);
serve(listChallenges, { challenges: [CHALLENGE], nextCursor: 'older' });
serve(getChallenge, CHALLENGE);
serve(proposeChallenge, CHALLENGE);
serve(changeChallenge, CHALLENGE);
serve(respondToChallenge, CHALLENGE);
serve(extendChallenge, CHALLENGE);
serve(reflectOnChallenge, CHALLENGE);
serve(deleteChallenge, DONE);
serve(completeStep, CHALLENGE);
serve(undoStep, CHALLENGE);
serve(skipStep, CHALLENGE);
serve(listTemplates, { templates: [TEMPLATE] });
serve(writeTemplate, TEMPLATE);
serve(changeTemplate, TEMPLATE);
serve(deleteTemplate, DONE);
serve(listBadges, BADGES);
serve(getRhythmStatistics, { longest: 30 });
serve(getMemoryStatistics, { ofCouple: 4, createdByMe: 2, opened: 1 });
