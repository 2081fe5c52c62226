import { NavLink } from 'react-router-dom';
import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { Wordmark } from '../../ui/mark.js';
import styles from './layout.module.css';
import { SIDEBAR } from './navigation.js';

/** The navigation and the user's card. `onNavigate` closes the drawer. */
export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <div className={styles.nav}>
      <NavLink
        to="/dashboard"
        className={styles.brand}
        aria-label={t('app.duetToTheDashboard')}
        aria-current={false}
        onClick={onNavigate}
      >
        <Wordmark />
      </NavLink>
      <nav aria-label={t('app.main')}>
        <ul>
          {SIDEBAR.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} className={styles.link} onClick={onNavigate}>
                <Icon size={20} aria-hidden />
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <UserCard />
    </div>
  );
}

function UserCard() {
  const { user } = useSession();
  const { partner, nickname } = usePartner();
  if (!user) return null;
  return (
    <div className={styles.card}>
      <Avatar firstName={user.firstName} lastName={user.lastName} src={user.avatar} tone="mulberry" />
      <div className={styles.cardWords}>
        <p className={styles.cardName}>{user.fullName}</p>
        <p className={styles.soft}>@{user.username}</p>
        <p className={styles.soft}>
          {partner ? t('app.withFirstName', { firstName: nickname ?? partner.firstName }) : t('app.noPartnerLinked')}
        </p>
      </div>
    </div>
  );
}
