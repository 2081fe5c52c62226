import type { UserView } from '@duet/contracts';
import { UserRoundSearch } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { FindPartner } from '../../features/partners/find-partner.js';
import { Requests } from '../../features/partners/requests.js';
import { TakeInvite } from '../../features/partners/take-invite.js';
import { t } from '../../texts/index.js';
import { Badge } from '../../ui/badge.js';
import { Tabs } from '../../ui/tabs.js';
import styles from './pages.module.css';
import { WhileYouWait } from './while-you-wait.js';
import { QuickActions } from './quick-actions.js';

export function DashboardAlone({ user, pendingRequests }: { user: UserView; pendingRequests: number }) {
  const [params, setParams] = useSearchParams();
  const invite = params.get('invite');
  return (
    <div className={styles.stack}>
      <header className={styles.welcome}>
        <div>
          <h1>{t('app.welcomeFirstName', { firstName: user.firstName })}</h1>
          <p>{t('app.oneMoreStepBringInThe')}</p>
          <span className={styles.chip}>
            <UserRoundSearch size={16} aria-hidden /> {t('app.noPartnerConnected')}
          </span>
        </div>
        <QuickActions isLinked={false} />
      </header>
      {invite !== null && <TakeInvite code={invite} onDone={() => setParams({}, { replace: true })} />}
      <Tabs
        label={t('app.partner')}
        items={[
          {
            id: 'find',
            label: t('common.findPartner'),
            content: (
              <FindPartner>
                <WhileYouWait user={user} />
              </FindPartner>
            ),
          },
          {
            id: 'requests',
            label: (
              <>
                {t('app.requests')} <Badge count={pendingRequests} label={t('app.pending')} />
              </>
            ),
            content: <Requests />,
          },
        ]}
      />
    </div>
  );
}
