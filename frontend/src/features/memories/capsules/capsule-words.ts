import type { CapsuleSummary } from '@duet/contracts';
import { t } from '../../../texts/index.js';
import type { Formats } from '../../../ui/formats.js';

/** The state of a capsule in one word or two. */
export function statusWords({ kind, status }: Pick<CapsuleSummary, 'kind' | 'status'>): string {
  if (kind === 'keepsake' && status === 'collecting') return t('capsules.statusAlbum');
  const words = {
    collecting: 'capsules.statusCollecting',
    sealed: 'capsules.statusSealed',
    ready: 'capsules.statusReady',
    completed: 'capsules.statusCompleted',
  } as const;
  return t(words[status]);
}

/** When it opens, or did; empty for an album that grows. */
export function whenWords(capsule: CapsuleSummary, { date, dateIn }: Pick<Formats, 'date' | 'dateIn'>): string {
  const { kind, status, unlockAt, unlockTz, completedAt, deletedAt } = capsule;
  if (deletedAt !== null) return t('capsules.deletedOn', { date: date(deletedAt) });
  if (completedAt !== null)
    return t(kind === 'timed' ? 'capsules.openedOn' : 'capsules.finishedOn', { date: date(completedAt) });
  if (status === 'ready') return t('capsules.readySince');
  return unlockAt === null ? '' : t('capsules.opensOn', { date: dateIn(unlockAt, unlockTz ?? 'UTC') });
}
