import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { late } from '../../ui/late.js';
import { DashboardLinked } from './dashboard-linked.js';
import styles from './pages.module.css';

const CoupleState = late(async () => (await import('../couple-state.js')).CoupleState);
const DashboardAlone = late(async () => (await import('./dashboard-alone.js')).DashboardAlone, null, 'throw');

export function DashboardPage() {
  const { user } = useSession();
  const { partner, isAlone, pendingRequests } = usePartner();
  if (!user) return null;
  if (partner) return <DashboardLinked firstName={user.firstName} partner={partner} />;
  if (isAlone) return <DashboardAlone user={user} pendingRequests={pendingRequests} />;
  return (
    <div className={styles.stack}>
      <h1>{t('common.dashboard')}</h1>
      <CoupleState />
    </div>
  );
}
