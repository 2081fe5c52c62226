import type { UserView } from '@duet/contracts';
import { UserRoundSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EnterCode } from '../../features/partners/enter-code.js';
import { FindPartner } from '../../features/partners/find-partner.js';
import { InviteCode } from '../../features/partners/invite-code.js';
import { useKeptInvite } from '../../features/partners/kept-invite.js';
import { Requests } from '../../features/partners/requests.js';
import { TakeInvite } from '../../features/partners/take-invite.js';
import { t } from '../../texts/index.js';
import { Badge } from '../../ui/badge.js';
import { Tabs } from '../../ui/tabs.js';
import styles from './pages.module.css';
import { WhileYouWait } from './while-you-wait.js';
import { QuickActions } from './quick-actions.js';

/** Begins with the ways to the partner: an invite that was received, an own one, a code, the search. */
export function DashboardAlone({ user, pendingRequests }: { user: UserView; pendingRequests: number }) {
  const { invite, isFromLink, keep, forget } = useInvite(user._id);
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
      </header>
      {invite && (
        <TakeInvite key={invite.code} invite={invite} isFromLink={isFromLink} onKeep={keep} onForget={forget} />
      )}
      <div className={styles.invites}>
        <InviteCode />
        <EnterCode />
      </div>
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
      <QuickActions isLinked={false} />
    </div>
  );
}

/** The invite of the address, which is kept and leaves the address, or else the one that was kept before. */
function useInvite(userId: string) {
  const [params, setParams] = useSearchParams();
  const [fromLink] = useState(() => params.get('invite'));
  const state = useKeptInvite(userId, fromLink);
  const isInAddress = params.has('invite');
  useEffect(() => {
    if (isInAddress) setParams({}, { replace: true });
  }, [isInAddress, setParams]);
  return { ...state, isFromLink: state.invite?.code === fromLink };
}
