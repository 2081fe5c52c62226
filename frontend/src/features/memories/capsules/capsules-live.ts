import type { CapsuleChange, ServerToClientEvents } from '@duet/contracts';
import { isInView } from '../../../platform/device/in-view.js';
import type { ActivityTags, LiveTools } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';

/** The changes that show a toast; all others refresh quietly. */
const TOASTED: ReadonlySet<CapsuleChange> = new Set([
  'created',
  'contribution_added',
  'sealed',
  'ready',
  'date_proposed',
]);

/** The changes by which contributions come to "On this day" or leave it. */
const CHANGES_EARLIER_YEARS: ReadonlySet<CapsuleChange> = new Set([
  'contribution_removed',
  'details_changed',
  'deleted',
  'restored',
  'reopened',
]);

/** A partner's sixty pictures arrive one by one: the pages follow at most this often, in milliseconds. */
const FOLLOW_INTERVAL = 2_000;

/** Runs at once, and after that at most once per interval, the last time at its end. */
function throttled(run: () => void, interval: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const next = (): void => {
    timer = undefined;
    if (!isWanted) return;
    isWanted = false;
    run();
    timer = setTimeout(next, interval);
  };
  return () => {
    isWanted = true;
    if (timer === undefined) next();
  };
}

/** Many additions within this many milliseconds make one toast. */
const ONE_TOAST_WITHIN = 30_000;

const lastToast = new Map<string, number>();

function isFirstOfMany(capsuleId: string, action: CapsuleChange): boolean {
  if (action !== 'contribution_added') return true;
  const [last, now] = [lastToast.get(capsuleId), performance.now()];
  if (last !== undefined && now - last < ONE_TOAST_WITHIN) return false;
  lastToast.set(capsuleId, now);
  return true;
}

/** The tags that activities of capsules make stale. The capsules themselves follow their own live updates. */
export const capsulesActivities = {
  capsule_created: ['Activity'],
  capsule_sealed: ['Activity'],
  capsule_opened: ['Activity'],
  capsule_kept: ['Activity'],
} satisfies ActivityTags;

export const capsulesHandlers = ({ invalidate, toast, isSelf }: LiveTools) => {
  const refresh = (): void => invalidate(['Capsules', 'Stats']);
  const refreshSoon = throttled(refresh, FOLLOW_INTERVAL);
  return {
    capsule_updated: ({ capsuleId, action, by }) => {
      if (action === 'contribution_added' || action === 'contribution_changed') refreshSoon();
      else refresh();
      if (CHANGES_EARLIER_YEARS.has(action)) invalidate(['OnThisDay']);
      if (isSelf(by?._id) || isInView(capsuleId) || !TOASTED.has(action)) return;
      if (isFirstOfMany(capsuleId, action)) toast('memories', t('capsules.updatedToast'));
    },
    capsule_completed: ({ capsuleId }) => {
      invalidate(['Capsules', 'Stats', 'OnThisDay']);
      if (!isInView(capsuleId)) toast('memories', t('capsules.completedToast'));
    },
  } satisfies Partial<ServerToClientEvents>;
};
