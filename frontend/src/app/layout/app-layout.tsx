import { Suspense, useState } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { VerifyBanner } from '../../features/auth/verify-banner.js';
import { Drawer } from '../../ui/dialog.js';
import { Spinner } from '../../ui/spinner.js';
import appStyles from '../app.module.css';
import { useAppearance } from '../appearance.js';
import styles from './layout.module.css';
import { BOTTOM_BAR } from './navigation.js';
import { SidebarContent } from './sidebar.js';
import { TopBar } from './top-bar.js';

/** The frame of every protected page. */
export function AppLayout() {
  const [drawer, setDrawer] = useState(false);
  useAppearance();
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <aside className={styles.sidebar} aria-label="Sidebar">
        <SidebarContent />
      </aside>
      <div className={styles.column}>
        <TopBar onMenu={() => setDrawer(true)} />
        <main id="content" className={styles.page} tabIndex={-1}>
          <VerifyBanner />
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar />
      <Drawer label="Menu" isOpen={drawer} onClose={() => setDrawer(false)}>
        <SidebarContent onNavigate={() => setDrawer(false)} />
      </Drawer>
    </div>
  );
}

const Waiting = () => (
  <div className={appStyles.waiting}>
    <Spinner label="Loading" />
  </div>
);

function BottomBar() {
  return (
    <nav className={styles.bottom} aria-label="Quick navigation">
      <ul>
        {BOTTOM_BAR.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} className={styles.bottomLink}>
              <span className={styles.pill}>
                <Icon size={21} aria-hidden />
              </span>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
