import { usePartner } from '../../api/partner-status.js';
import { useSession } from '../../api/session.js';
import { DashboardAlone } from './dashboard-alone.js';
import { DashboardLinked } from './dashboard-linked.js';

export function DashboardPage() {
  const { user } = useSession();
  const { partner, pendingRequests } = usePartner();
  if (!user) return null;
  return partner ? <DashboardLinked firstName={user.firstName} partner={partner} /> : <DashboardAlone user={user} pendingRequests={pendingRequests} />;
}
