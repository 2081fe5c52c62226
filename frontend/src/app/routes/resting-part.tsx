import type { TogetherPart } from '@duet/contracts';
import { Moon } from 'lucide-react';
import { useSettings } from '../../platform/account/settings.js';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';

/** Stands in place of a part that is switched off for the two. It names nobody; the way back is in the own settings alone. */
export function RestingPart({ part, label }: { part: TogetherPart; label: string }) {
  const { settings, isLoaded } = useSettings();
  const isOwn = isLoaded && !settings.together[part];
  return (
    <EmptyState icon={<Moon size={26} aria-hidden />} title={t('challenges.rests', { part: label })} level={2}>
      <p>{t(isOwn ? 'challenges.restsByYou' : 'challenges.restsWords')}</p>
      {isOwn && (
        <LinkButton href="/settings?open=relationship" look="soft">
          {t('challenges.toSettings')}
        </LinkButton>
      )}
    </EmptyState>
  );
}
