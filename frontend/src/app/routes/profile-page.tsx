import { usePartner } from '../../platform/account/partner-status.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { StatsRow } from '../../features/stats/stats-row.js';
import { ProfileHeader } from '../../features/users/profile-header.js';
import { CoupleState } from '../couple-state.js';
import { NoPartner } from './no-partner.js';
import styles from './pages.module.css';

export function ProfilePage() {
  const { partner, isAlone } = usePartner();
  return (
    <div className={styles.stack}>
      <ProfileHeader />
      <StatsRow of="me" />
      {partner ? <PartnerCard partner={partner} /> : isAlone ? <NoPartner /> : <CoupleState />}
    </div>
  );
}
