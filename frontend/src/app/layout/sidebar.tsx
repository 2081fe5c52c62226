import { X } from 'lucide-react';
import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { IconButton } from '../../ui/icon-button.js';
import { Link, NavLink } from '../../ui/link.js';
import { Wordmark } from '../../ui/logo.js';
import styles from './layout.module.css';
import { type Destination, SIDEBAR, drawerOf } from './navigation.js';

/** The navigation and the user's card. */
export function SidebarContent() {
  return (
    <div className={styles.nav}>
      <Brand />
      <Destinations label={t('app.main')} destinations={SIDEBAR} />
      <UserCard />
    </div>
  );
}

/** The drawer of a small screen: what the bottom bar does not have. */
export function DrawerContent({ onClose }: { onClose: () => void }) {
  const { partner } = usePartner();
  return (
    <div className={styles.nav}>
      <div className={styles.drawerHead}>
        <Brand onNavigate={onClose} />
        <IconButton label={t('app.closeMenu')} onPress={onClose}>
          <X size={22} aria-hidden />
        </IconButton>
      </div>
      <Destinations label={t('app.more')} destinations={drawerOf(partner !== null)} onNavigate={onClose} />
      <UserCard />
    </div>
  );
}

const Brand = ({ onNavigate }: { onNavigate?: () => void }) => (
  <Link to="/dashboard" className={styles.brand} aria-label={t('app.duetToTheDashboard')} onClick={onNavigate}>
    <Wordmark />
  </Link>
);

interface DestinationsProps {
  label: string;
  destinations: readonly Destination[];
  onNavigate?: () => void;
}

const Destinations = ({ label, destinations, onNavigate }: DestinationsProps) => (
  <nav aria-label={label}>
    <ul>
      {destinations.map(({ to, label: name, icon: Icon }) => (
        <li key={to}>
          <NavLink to={to} className={styles.link} onClick={onNavigate}>
            <Icon size={20} aria-hidden />
            {t(name)}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);

function UserCard() {
  const { user } = useSession();
  const { partner, isAlone, nickname } = usePartner();
  if (!user) return null;
  return (
    <div className={styles.card}>
      <Avatar firstName={user.firstName} lastName={user.lastName} src={user.avatar} tone="mulberry" />
      <div className={styles.cardWords}>
        <p className={styles.cardName}>{user.fullName}</p>
        <p className={styles.soft}>@{user.username}</p>
        <p className={styles.soft}>
          {partner && t('app.withFirstName', { firstName: nickname ?? partner.firstName })}
          {isAlone && t('app.noPartnerLinked')}
        </p>
      </div>
    </div>
  );
}
