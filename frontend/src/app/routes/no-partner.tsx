import { UserRoundX } from 'lucide-react';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';

/** Stands in place of the partner, with the way to find one. */
export function NoPartner() {
  return (
    <Card>
      <EmptyState icon={<UserRoundX size={24} aria-hidden />} title={t('common.noPartnerLinked')} level={2}>
        <p>{t('app.findYourPersonOrSendThem')}</p>
        <LinkButton href="/dashboard" look="soft">
          {t('common.findPartner')}
        </LinkButton>
      </EmptyState>
    </Card>
  );
}
