import type { ChallengeStepView, ChallengeSummary, ChallengeView, ReflectionView } from '@duet/contracts';
import { ruleOf } from '../templates/completion.js';
import { challengeWords, stepWords } from './challenge-words.js';
import {
  type ChallengeSituation,
  allowedChallengeActions,
  deletionConfirmedBy,
  challengeStateOf,
  turnOf,
} from './challenge-states.js';
import { attachmentsOf, fileAccess } from './proof-files.js';
import { type Loaded, type LoadedStep, isComplete, isHiddenFrom, pointsOf, progressOf } from './progress.js';
import { allowedStepActions, skipAskedBy } from './step-states.js';

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

export function challengeSummary(situation: ChallengeSituation): ChallengeSummary {
  const { challenge, now } = situation;
  const state = challengeStateOf(challenge);
  return {
    _id: challenge.id,
    coupleId: challenge.coupleId,
    templateId: challenge.templateId,
    ...challengeWords(challenge),
    category: challenge.category,
    proposedBy: challenge.proposedBy,
    status: challenge.status,
    overdue: state === 'overdue',
    createdAt: challenge.createdAt.toISOString(),
    updatedAt: challenge.updatedAt.toISOString(),
    startAt: iso(challenge.startAt),
    dueAt: iso(challenge.dueAt),
    pausedAt: iso(challenge.pausedAt),
    lapsesAt: state === 'active' ? null : iso(turnOf(challenge)),
    completedAt: iso(challenge.completedAt),
    note: challenge.note,
    completionRule: ruleOf(challenge.anyN),
    progress: progressOf(situation),
    points: pointsOf(situation),
    capsuleId: challenge.capsuleId,
    deleteConfirmedBy: deletionConfirmedBy(challenge, now),
    version: challenge.version,
    actions: allowedChallengeActions(situation),
  };
}

export const challengeView = (situation: ChallengeSituation): ChallengeView => ({
  ...challengeSummary(situation),
  steps: situation.steps.map((step) => stepView(step, situation)),
  access: fileAccess(situation),
  reflections: reflectionsFor(situation, situation.viewerId),
});

const stepView = (step: LoadedStep, situation: ChallengeSituation): ChallengeStepView => ({
  _id: step.id,
  ...stepWords(situation.challenge, step),
  type: step.type,
  who: step.who,
  proof: step.proof,
  reveal: step.reveal,
  opensAt: iso(step.opensAt),
  state: step.skipped ? 'skipped' : isComplete(step) ? 'done' : 'todo',
  parts: step.parts.map((part) => {
    const hidden = isHiddenFrom(step, part, situation.viewerId);
    return {
      user: part.userId,
      text: hidden ? null : part.text,
      attachments: hidden ? [] : attachmentsOf(part),
      hidden,
      doneAt: part.doneAt.toISOString(),
    };
  }),
  skipAskedBy: skipAskedBy(step, situation.now),
  actions: allowedStepActions({ ...situation, step }),
});

/** The own reflection at once, both once both are given. The number is its writer's alone. */
export const reflectionsFor = ({ reflections }: Pick<Loaded, 'reflections'>, viewerId: string): ReflectionView[] =>
  reflections
    .filter(({ userId }) => userId === viewerId || reflections.length > 1)
    .map(({ userId, text, mood, at }) => ({
      user: userId,
      text,
      mood: userId === viewerId ? mood : null,
      at: at.toISOString(),
    }));
