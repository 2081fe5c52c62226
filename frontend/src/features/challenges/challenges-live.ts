import type { ChallengeChange, ServerToClientEvents } from '@duet/contracts';
import { isInView } from '../../platform/device/in-view.js';
import type { ActivityTags, LiveTools, Tags } from '../../sync/index.js';
import { t } from '../../texts/index.js';

/** The changes that show a toast; all others refresh quietly. */
const TOASTED: ReadonlySet<ChallengeChange> = new Set(['proposed', 'accepted', 'declined', 'extended']);

/** A step's toast waits this many milliseconds: if the step completed the challenge, only that is said. */
const STEP_TOAST_DELAY = 500;

const CHANGED: Tags = ['Challenges', 'Stats', 'Badges'];

/** The tags that activities of challenges make stale. The challenges themselves follow their own live updates. */
export const challengesActivities = {
  challenge_proposed: ['Activity'],
  challenge_accepted: ['Activity'],
  challenge_completed: ['Activity'],
} satisfies ActivityTags;

export function challengesHandlers({ invalidate, toast, isSelf }: LiveTools) {
  const stepToasts = new Map<string, ReturnType<typeof setTimeout>>();
  const dropStepToast = (challengeId: string): void => {
    clearTimeout(stepToasts.get(challengeId));
    stepToasts.delete(challengeId);
  };
  return {
    challenge_updated: ({ challengeId, action, by }) => {
      invalidate(CHANGED);
      if (!isSelf(by?._id) && !isInView(challengeId) && TOASTED.has(action))
        toast('challenges', t('challenges.updatedToast'));
    },
    challenge_step_completed: ({ challengeId, user }) => {
      invalidate(CHANGED);
      dropStepToast(challengeId);
      if (isSelf(user._id) || isInView(challengeId)) return;
      const say = (): void => {
        stepToasts.delete(challengeId);
        toast('challenges', t('challenges.stepToast', { firstName: user.firstName }));
      };
      stepToasts.set(challengeId, setTimeout(say, STEP_TOAST_DELAY));
    },
    challenge_completed: ({ challengeId }) => {
      dropStepToast(challengeId);
      invalidate(CHANGED);
      if (!isInView(challengeId)) toast('challenges', t('challenges.completedToast'));
    },
  } satisfies Partial<ServerToClientEvents>;
}
