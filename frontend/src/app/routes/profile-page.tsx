import { UserRoundX } from 'lucide-react';
import { usePartner } from '../../platform/account/partner-status.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { StatsRow } from '../../features/stats/stats-row.js';
import { ProfileHeader } from '../../features/users/profile-header.js';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';
import styles from './pages.module.css';

export function ProfilePage() {
  const { partner } = usePartner();
  return (
    <div className={styles.stack}>
      <ProfileHeader />
      <StatsRow of="me" />
      {partner ? (
        <PartnerCard partner={partner} />
      ) : (
        <Card>
          <EmptyState icon={<UserRoundX size={24} aria-hidden />} title={t('common.noPartnerLinked')} level={2}>
            <p>{t('app.findYourPersonOrSendThem')}</p>
            <LinkButton href="/dashboard" look="soft">
              {t('common.findPartner')}
            </LinkButton>
          </EmptyState>
        </Card>
      )}
    </div>
  );
}
