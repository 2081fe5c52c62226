import { Menu as MenuIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { NotificationsMenu } from '../../features/notifications/notifications-menu.js';
import { TopSearch } from '../../features/search/top-search.js';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import { ConnectionStatus } from './connection-status.js';
import styles from './layout.module.css';
import { UserMenu } from './user-menu.js';

export function TopBar({ onMenu }: { onMenu: () => void }) {
  // Small screens open the search below the bar; on large ones it is always there.
  const [searching, setSearching] = useState(false);
  return (
    <header className={styles.bar}>
      <IconButton label={t('app.openMenu')} className={styles.menuButton} onPress={onMenu}>
        <MenuIcon size={22} aria-hidden />
      </IconButton>
      <div className={styles.search} data-open={searching}>
        <TopSearch onOpen={() => setSearching(true)} onDone={() => setSearching(false)} />
      </div>
      <span className={styles.spacer} />
      <ConnectionStatus />
      <IconButton
        label={t('app.search')}
        className={styles.searchToggle}
        onPress={() => setSearching(!searching)}
        aria-expanded={searching}
      >
        <Search size={20} aria-hidden />
      </IconButton>
      <NotificationsMenu />
      <UserMenu />
    </header>
  );
}
