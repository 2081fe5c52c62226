import { randomUUID } from 'node:crypto';
import {
  AddContributionByIdDto,
  type Call,
  type CapsuleFiles,
  CapsuleFilesDto,
  ChallengeIdDto,
  type ChallengeView,
  CompleteStepByIdDto,
  ContributionIdDto,
  type ContributionView,
  KeepMessageDto,
  KeepMessageWithFilesDto,
  KeepStoryDto,
  type KeepPlan,
  type KeepsakePlan,
  type Kept,
  NoInput,
  OnThisDayDto,
  type OnThisDayMemories,
  OnThisDayMemoriesDto,
  type OnThisDayMessages,
  type PartnerStatus,
  PlanStoryKeepsakeDto,
  RecordStoryKeepsakeDto,
  type RemovedChallenge,
  type RemovedContribution,
  StepIdDto,
  type StoryKept,
  type StoryReadingView,
  addContribution,
  allowCapsuleFiles,
  completeStep,
  deleteChallenge,
  deleteContribution,
  getOnThisDay,
  getOnThisDayMemories,
  getPartnerStatus,
  keepMessage,
  keepStory,
  planKeeping,
  planStoryKeepsake,
  recordStoryKeepsake,
  undoStep,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CallLog } from './call-log.js';
import { ANSWERS as PARTNER } from './partner-peers.js';

export const CAPSULE = randomUUID();
export const COUPLE = randomUUID();
export const CHALLENGE = randomUUID();
export const STEP = randomUUID();

/** A challenge whose step has the given files. */
export const challengeOf = ({ attachments = [] }: Partial<CompleteStepByIdDto>): ChallengeView =>
  ({
    _id: CHALLENGE,
    coupleId: COUPLE,
    version: 2,
    access: { epoch: 4, seconds: 60 },
    steps: [{ _id: STEP, parts: [{ attachments: attachments.map(({ id }) => ({ id, kind: 'image', file: null })) }] }],
  }) as unknown as ChallengeView;

/** A contribution of the given files. */
export const contributionOf = ({ text = '', attachments = [] }: Partial<AddContributionByIdDto>): ContributionView => ({
  _id: randomUUID(),
  capsuleId: CAPSULE,
  coupleId: COUPLE,
  author: randomUUID(),
  kind: 'photo',
  text,
  keptMessage: null,
  keptAnswers: null,
  keptChallenge: null,
  keptStory: null,
  place: null,
  happenedAt: '2026-11-22',
  visibility: 'shared',
  attachments: attachments.map(({ id, kind, caption = '' }) => ({
    id,
    kind,
    caption,
    transcript: null,
    takenAt: null,
    place: null,
    file: null,
  })),
  access: { epoch: 4, seconds: 60 },
  createdAt: '2026-11-22T12:00:00.000Z',
  editedAt: null,
});

interface Answers {
  /** The files that memories wants copied. */
  plan: KeepPlan;
  /** The answer of memories. */
  stored: (dto: AddContributionByIdDto) => ContributionView;
  /** The contributions of earlier years; null for a capsule's own day. */
  earlier: (ContributionView | null)[];
  /** The answer of challenges. */
  completed: (dto: Partial<CompleteStepByIdDto>) => ChallengeView;
}

const defaultAnswers = (): Answers => ({
  plan: { capsuleId: null, fileIds: [] },
  stored: contributionOf,
  earlier: [],
  completed: challengeOf,
});

/** The answers of the fakes. A test may replace them. */
export const answers = defaultAnswers();

export const resetAnswers = (): void => void Object.assign(answers, defaultAnswers());

/** Copies as the uploads that `stored` knows. */
const uploadsOf = ({ attachments = [] }: KeepMessageWithFilesDto) =>
  attachments.map(({ id, fingerprint }) => ({ id, kind: 'image' as const, fingerprint }));

@Controller()
export class Memories {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(addContribution) async add(call: Call<'user'>, dto: AddContributionByIdDto): Promise<ContributionView> {
    return this.calls.record(addContribution, call, dto, answers.stored(dto));
  }
  @Rpc(planKeeping) async plan(call: Call<'user'>, dto: KeepMessageDto): Promise<KeepPlan> {
    return this.calls.record(planKeeping, call, dto, answers.plan);
  }
  @Rpc(keepMessage) async keep(call: Call<'user'>, dto: KeepMessageWithFilesDto): Promise<Kept> {
    const contribution = answers.stored({ clientId: dto.clientId, id: CAPSULE, attachments: uploadsOf(dto) });
    return this.calls.record(keepMessage, call, dto, { contribution, repeated: false });
  }
  @Rpc(planStoryKeepsake) async planStory(call: Call<'user'>, dto: PlanStoryKeepsakeDto): Promise<KeepsakePlan> {
    return this.calls.record(planStoryKeepsake, call, dto, { capsuleId: CAPSULE, fileIds: answers.plan.fileIds });
  }
  @Rpc(keepStory) async keepStory(call: Call<'user'>, dto: KeepStoryDto): Promise<StoryKept> {
    const fileIds = (dto.attachments ?? []).map(({ id }) => id);
    return this.calls.record(keepStory, call, dto, { capsuleId: CAPSULE, fileIds });
  }
  @Rpc(deleteContribution) async remove(call: Call<'user'>, dto: ContributionIdDto): Promise<RemovedContribution> {
    return this.calls.record(deleteContribution, call, dto, { done: true, coupleId: COUPLE, accessEpoch: 5 });
  }
  @Rpc(allowCapsuleFiles) async allow(call: Call<'user'>, dto: CapsuleFilesDto): Promise<CapsuleFiles> {
    const access = { epoch: 4, seconds: 60 };
    return this.calls.record(allowCapsuleFiles, call, dto, { ids: dto.ids.slice(0, 1), access });
  }
}

/** Pairing, messaging and memories, as far as "On this day" asks them. */
@Controller()
export class EarlierYears {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    const status = { ...PARTNER.status, hasPartner: true, ...PARTNER.linked };
    return this.calls.record(getPartnerStatus, call, dto, status);
  }
  @Rpc(getOnThisDay) async messages(call: Call<'user'>, dto: OnThisDayDto): Promise<OnThisDayMessages> {
    const view = { enabled: true, day: '2026-11-22', until: '2026-11-23T00:00:00.000Z', items: [], hiddenPeriods: [] };
    return this.calls.record(getOnThisDay, call, dto, view);
  }
  @Rpc(getOnThisDayMemories) async memories(call: Call<'user'>, dto: OnThisDayMemoriesDto): Promise<OnThisDayMemories> {
    const capsule = { _id: CAPSULE, title: 'Our trip', emoji: null };
    const memories = answers.earlier.map((contribution) => ({
      yearsAgo: 1,
      date: '2025-11-22',
      capsule,
      contribution,
    }));
    return this.calls.record(getOnThisDayMemories, call, dto, { memories });
  }
}

@Controller()
export class Challenges {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(completeStep) async complete(call: Call<'user'>, dto: CompleteStepByIdDto): Promise<ChallengeView> {
    return this.calls.record(completeStep, call, dto, answers.completed(dto));
  }
  @Rpc(undoStep) async undo(call: Call<'user'>, dto: StepIdDto): Promise<ChallengeView> {
    return this.calls.record(undoStep, call, dto, challengeOf({}));
  }
  @Rpc(recordStoryKeepsake) async record(call: Call<'user'>, dto: RecordStoryKeepsakeDto): Promise<StoryReadingView> {
    const reading = { _id: dto.id, capsuleId: dto.capsuleId } as StoryReadingView;
    return this.calls.record(recordStoryKeepsake, call, dto, reading);
  }
  @Rpc(deleteChallenge) async remove(call: Call<'user'>, dto: ChallengeIdDto): Promise<RemovedChallenge> {
    return this.calls.record(deleteChallenge, call, dto, { done: true, coupleId: COUPLE, accessEpoch: 5 });
  }
}
