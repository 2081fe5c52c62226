import type {
  ChallengeCategory,
  ChallengeTemplateView,
  CompletionRule,
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
export type Gives = 'nothing' | 'words' | 'photo' | 'voice';

const stepDraft = v.pipe(
  v.object({
    key: v.string(),
    title: v.string(),
    description: v.string(),
    who: v.picklist(['both', 'either', 'proposer', 'partner'] as const satisfies readonly TemplateWho[]),
    // Drafts of earlier versions have `secret` for secret words.
    gives: v.picklist(['nothing', 'words', 'secret', 'photo', 'voice'] as const satisfies readonly (
      Gives | 'secret'
    )[]),
    isSecret: v.optional(v.boolean(), false),
    // Of a kept idea, whose steps may have others than this form gives them.
    type: v.optional(v.picklist(['do', 'answer', 'photo', 'voice', 'question'] as const satisfies readonly StepType[])),
    day: v.string(),
  }),
  v.transform(({ gives, isSecret, ...step }) => ({
    ...step,
    gives: gives === 'secret' ? 'words' : gives,
    isSecret: isSecret || gives === 'secret',
  })),
);

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
  enough: v.optional(v.string(), ''),
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
  isSecret: false,
  day: '',
});

export const emptyDraft = (): OwnDraft => ({
  title: '',
  description: '',
  category: 'play',
  minutes: '30',
  isKept: false,
  enough: '',
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

/** One step is always needed. */
export const asksEnough = ({ steps }: OwnDraft): boolean => steps.length > 1;

/** The number of steps that complete the challenge, where not all are needed. */
export const wrongEnough = ({ enough, steps }: OwnDraft): string | null =>
  enough.trim() === '' || isNumberUpTo(enough, steps.length)
    ? null
    : t('challenges.enoughWrong', { most: steps.length });

export const isValid = (draft: OwnDraft): boolean =>
  rules.dateTitle(draft.title) === null &&
  (!draft.isKept || wrongMinutes(draft) === null) &&
  (!asksEnough(draft) || wrongEnough(draft) === null) &&
  draft.steps.every((step) => rules.stepTitle(step.title) === null && wrongDay(step) === null);

const PROOFS: Record<Gives, { type: StepType; proof: StepProof }> = {
  nothing: { type: 'do', proof: 'none' },
  words: { type: 'answer', proof: 'text' },
  photo: { type: 'photo', proof: 'photo' },
  voice: { type: 'voice', proof: 'voice' },
};

/** Whether both give something that can wait for the other's. */
export const canBeSecret = ({ who, gives }: StepDraft): boolean => who === 'both' && gives !== 'nothing';

const revealOf = (step: StepDraft): StepReveal => (step.isSecret && canBeSecret(step) ? 'when_both' : 'at_once');

const stepOf = (step: StepDraft): TemplateStep => ({
  title: step.title.trim(),
  ...(step.description.trim() !== '' && { description: step.description.trim() }),
  who: step.who,
  ...PROOFS[step.gives],
  ...(step.type && { type: step.type }),
  reveal: revealOf(step),
  ...(step.day.trim() !== '' && { opensAt: Number(step.day) }),
});

const ruleOf = (draft: OwnDraft): CompletionRule => {
  const enough = Number(draft.enough);
  return asksEnough(draft) && enough > 0 && enough < draft.steps.length ? { anyN: enough } : 'all';
};

/** The words and steps of a valid draft as the calls take them. */
export const ownContentOf = (draft: OwnDraft) =>
  ({
    title: draft.title.trim(),
    description: draft.description.trim(),
    category: draft.category,
    steps: draft.steps.map(stepOf),
    completionRule: ruleOf(draft),
  }) satisfies Partial<ProposeChallengeDto>;

const GIVES: Record<StepProof, Gives> = { none: 'nothing', text: 'words', photo: 'photo', voice: 'voice' };

/** A kept idea as a draft. */
export const draftOf = (template: ChallengeTemplateView): OwnDraft => ({
  title: template.title,
  description: template.description,
  category: template.category,
  minutes: String(template.minutes),
  isKept: true,
  enough: template.completionRule === 'all' ? '' : String(template.completionRule.anyN),
  steps: template.steps.map(({ title, description = '', type, who, proof, reveal, opensAt }) => ({
    key: crypto.randomUUID(),
    title,
    description,
    who,
    gives: GIVES[proof],
    isSecret: reveal === 'when_both',
    type,
    day: opensAt === undefined ? '' : String(opensAt),
  })),
});
