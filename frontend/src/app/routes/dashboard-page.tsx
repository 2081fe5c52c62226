import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { DashboardAlone } from './dashboard-alone.js';
import { DashboardLinked } from './dashboard-linked.js';

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
