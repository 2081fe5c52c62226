import type { StoryReadingSummary } from '@duet/contracts';
import { t } from '../../texts/index.js';

/** How a reading stands, in a sentence. */
export function readingWords({ status, waitsForMe }: StoryReadingSummary, partner: string): string {
  if (status === 'finished') return t('cards.storyFinished');
  if (status === 'left') return t('stories.left');
  if (status === 'invited')
    return waitsForMe ? t('stories.invitationFor', { partner }) : t('stories.invitationSent', { partner });
  return waitsForMe ? t('stories.yourTurn') : t('stories.theirTurn', { partner });
}
