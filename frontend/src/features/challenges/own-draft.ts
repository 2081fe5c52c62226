import type {
  ChallengeCategory,
  ProposeChallengeDto,
  StepProof,
  StepReveal,
  StepType,
  TemplateStep,
  TemplateWho,
} from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import * as v from 'valibot';
import { t } from '../../texts/index.js';

/** The thing that a step asks each person for. */
export type Gives = 'nothing' | 'words' | 'secret' | 'photo' | 'voice';

const stepDraft = v.object({
  key: v.string(),
  title: v.string(),
  description: v.string(),
  who: v.picklist(['both', 'either', 'proposer', 'partner'] as const satisfies readonly TemplateWho[]),
  gives: v.picklist(['nothing', 'words', 'secret', 'photo', 'voice'] as const satisfies readonly Gives[]),
  day: v.string(),
});

/** A challenge while it is written; numbers are as typed. */
export const ownDraft = v.object({
  title: v.string(),
  description: v.string(),
  category: v.picklist([
    'talk',
    'play',
    'care',
    'adventure',
    'grow',
    'apart',
  ] as const satisfies readonly ChallengeCategory[]),
  minutes: v.string(),
  isKept: v.boolean(),
  steps: v.pipe(v.array(stepDraft), v.minLength(1)),
});

export type OwnDraft = v.InferOutput<typeof ownDraft>;
export type StepDraft = v.InferOutput<typeof stepDraft>;

export const emptyStep = (): StepDraft => ({
  key: crypto.randomUUID(),
  title: '',
  description: '',
  who: 'both',
  gives: 'nothing',
  day: '',
});

export const emptyDraft = (): OwnDraft => ({
  title: '',
  description: '',
  category: 'play',
  minutes: '30',
  isKept: false,
  steps: [emptyStep()],
});

const isNumberUpTo = (typed: string, most: number): boolean =>
  /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most;

export const wrongMinutes = ({ minutes }: OwnDraft): string | null =>
  isNumberUpTo(minutes, LIMITS.challengeMinutes)
    ? null
    : t('challenges.minutesWrong', { most: LIMITS.challengeMinutes });

export const wrongDay = ({ day }: StepDraft): string | null =>
  day.trim() === '' || isNumberUpTo(day, LIMITS.challengeDays)
    ? null
    : t('challenges.opensOnDayWrong', { most: LIMITS.challengeDays });

export const isValid = (draft: OwnDraft): boolean =>
  rules.dateTitle(draft.title) === null &&
  (!draft.isKept || wrongMinutes(draft) === null) &&
  draft.steps.every((step) => rules.stepTitle(step.title) === null && wrongDay(step) === null);

const PROOFS: Record<Gives, { type: StepType; proof: StepProof; reveal: StepReveal }> = {
  nothing: { type: 'do', proof: 'none', reveal: 'at_once' },
  words: { type: 'answer', proof: 'text', reveal: 'at_once' },
  secret: { type: 'answer', proof: 'text', reveal: 'when_both' },
  photo: { type: 'photo', proof: 'photo', reveal: 'at_once' },
  voice: { type: 'voice', proof: 'voice', reveal: 'at_once' },
};

/** Words are secret only between both; for one person's step they are shown at once. */
export const givesOf = ({ who, gives }: StepDraft): Gives => (gives === 'secret' && who !== 'both' ? 'words' : gives);

const stepOf = (step: StepDraft): TemplateStep => ({
  title: step.title.trim(),
  ...(step.description.trim() !== '' && { description: step.description.trim() }),
  who: step.who,
  ...PROOFS[givesOf(step)],
  ...(step.day.trim() !== '' && { opensAt: Number(step.day) }),
});

/** The words and steps of a valid draft as the calls take them. */
export const contentOf = ({ title, description, category, steps }: OwnDraft) =>
  ({
    title: title.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    category,
    steps: steps.map(stepOf),
  }) satisfies Partial<ProposeChallengeDto>;
