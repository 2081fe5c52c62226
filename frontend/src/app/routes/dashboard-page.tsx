import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { late } from '../../ui/late.js';
import { DashboardLinked } from './dashboard-linked.js';

const DashboardAlone = late(async () => (await import('./dashboard-alone.js')).DashboardAlone, null, 'throw');

export function DashboardPage() {
  const { user } = useSession();
  const { partner, pendingRequests } = usePartner();
  if (!user) return null;
  return partner ? (
    <DashboardLinked firstName={user.firstName} partner={partner} />
  ) : (
    <DashboardAlone user={user} pendingRequests={pendingRequests} />
  );
}
