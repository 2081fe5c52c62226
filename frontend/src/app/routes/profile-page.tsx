import { usePartner } from '../../platform/account/partner-status.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { StatsRow } from '../../features/stats/stats-row.js';
import { ProfileHeader } from '../../features/users/profile-header.js';
import { NoPartner } from './no-partner.js';
import styles from './pages.module.css';

export function ProfilePage() {
  const { partner } = usePartner();
  return (
    <div className={styles.stack}>
      <ProfileHeader />
      <StatsRow of="me" />
      {partner ? <PartnerCard partner={partner} /> : <NoPartner />}
    </div>
  );
}
