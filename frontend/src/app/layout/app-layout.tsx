import { Suspense, useState } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { useSession } from '../../platform/session/session.js';
import { KeepSheet } from '../../features/memories/keeping/keep-sheet.js';
import { RemovalBanner } from '../../features/auth/removal-banner.js';
import { VerifyBanner } from '../../features/auth/verify-banner.js';
import { t } from '../../texts/index.js';
import { Drawer } from '../../ui/dialog.js';
import { Spinner } from '../../ui/spinner.js';
import appStyles from '../app.module.css';
import { useAppearance } from '../appearance.js';
import styles from './layout.module.css';
import { BOTTOM_BAR } from './navigation.js';
import { ServerAway } from './server-away.js';
import { SidebarContent } from './sidebar.js';
import { TopBar } from './top-bar.js';

/** The frame of every protected page. */
export function AppLayout() {
  const { status } = useSession();
  const [drawer, setDrawer] = useState(false);
  useAppearance();
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t('app.skipToContent')}
      </a>
      <aside className={styles.sidebar} aria-label={t('app.sidebar')}>
        <SidebarContent />
      </aside>
      <div className={styles.column}>
        <TopBar onMenu={() => setDrawer(true)} />
        <main id="content" className={styles.page} tabIndex={-1}>
          {status === 'waiting' ? (
            <ServerAway />
          ) : (
            <>
              <div className={styles.banners}>
                <VerifyBanner />
                <RemovalBanner />
              </div>
              <Suspense fallback={<Waiting />}>
                <Outlet />
              </Suspense>
            </>
          )}
        </main>
      </div>
      <KeepSheet />
      <BottomBar />
      <Drawer label={t('app.menu')} isOpen={drawer} onClose={() => setDrawer(false)}>
        <SidebarContent onNavigate={() => setDrawer(false)} />
      </Drawer>
    </div>
  );
}

const Waiting = () => (
  <div className={appStyles.waiting}>
    <Spinner label={t('common.loading')} />
  </div>
);

function BottomBar() {
  return (
    <nav className={styles.bottom} aria-label={t('app.quickNavigation')}>
      <ul>
        {BOTTOM_BAR.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} className={styles.bottomLink}>
              <span className={styles.pill}>
                <Icon size={21} aria-hidden />
              </span>
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
