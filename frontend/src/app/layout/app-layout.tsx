import { type ComponentType, Suspense, lazy, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useKeptShown } from '../../platform/kept/kept-shown.js';
import { useSession } from '../../platform/session/session.js';
import { KeepSheet } from '../../features/memories/keeping/keep-sheet.js';
import { WhenLinked } from '../../features/partners/when-linked.js';
import { t } from '../../texts/index.js';
import { AwayContext } from '../../ui/away.js';
import { Drawer } from '../../ui/dialog.js';
import { NavLink } from '../../ui/link.js';
import { Spinner } from '../../ui/spinner.js';
import appStyles from '../app.module.css';
import { useAccountLanguage } from '../account-language.js';
import { useAppearance } from '../appearance.js';
import styles from './layout.module.css';
import { BOTTOM_BAR } from './navigation.js';
import { NewerBuild } from './newer-build.js';
import { ServerAway } from './server-away.js';
import { DrawerContent, SidebarContent } from './sidebar.js';
import { TopBar } from './top-bar.js';

/**
 * Few people need them, and their words are those of the forms before the sign-in. The page waits for them: a banner that
 * came later would push the page down under a finger that is about to press.
 */
const AccountBanners = lazy<ComponentType>(() =>
  import('../../features/auth/account-banners.js').then(
    (loaded) => ({ default: loaded.AccountBanners }),
    (error: unknown) => {
      console.warn('account banners not loaded', error);
      return { default: NoBanners };
    },
  ),
);
const NoBanners = () => null;

/** The frame of every protected page. Settings and session change in its parts, so that they do not render all of it. */
export function AppLayout() {
  const [drawer, setDrawer] = useState(false);
  return (
    <div className={styles.shell}>
      <PersonalLook />
      <a href="#content" className={styles.skip}>
        {t('app.skipToContent')}
      </a>
      <aside className={styles.sidebar} aria-label={t('app.sidebar')}>
        <SidebarContent />
      </aside>
      <div className={styles.column}>
        <TopBar onMenu={() => setDrawer(true)} />
        <Content />
      </div>
      <KeepSheet />
      <WhenLinked />
      <BottomBar />
      <Drawer label={t('app.menu')} isOpen={drawer} onClose={() => setDrawer(false)}>
        <DrawerContent onClose={() => setDrawer(false)} />
      </Drawer>
    </div>
  );
}

function PersonalLook() {
  useAppearance();
  useAccountLanguage();
  return null;
}

/** The page below its banners. */
function Content() {
  const { status, user } = useSession();
  const hasWarning =
    user?.emailVerified === false || (user?.refusedEmail ?? user?.secondFactorRemovalAt ?? null) !== null;
  const isKeptShown = useKeptShown();
  const hasPage = status === 'authenticated' || isKeptShown;
  return (
    <main id="content" className={styles.page} tabIndex={-1}>
      <ServerAway />
      {hasPage && (
        <Suspense fallback={<Waiting />}>
          <div className={styles.banners}>
            <NewerBuild />
            {status !== 'waiting' && hasWarning && <AccountBanners />}
          </div>
          <AwayContext value={status === 'waiting'}>
            <Outlet />
          </AwayContext>
        </Suspense>
      )}
    </main>
  );
}

/** In the place of a page that loads. The chat has a phone's whole screen from the start, so that it does not jump into it. */
function Waiting() {
  const isChat = useLocation().pathname.startsWith('/chat');
  return (
    <div className={appStyles.waiting} data-fills-page={isChat || undefined}>
      <Spinner label={t('common.loading')} />
    </div>
  );
}

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
              <span className={styles.bottomLabel}>{t(label)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
