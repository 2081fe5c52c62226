import type { NotificationView } from '@duet/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { LoadState } from '../../ui/load-state.js';
import { useReadNotificationsMutation } from './notifications-api.js';
import { NotificationRow } from './notification-row.js';
import styles from './notifications.module.css';

interface NotificationsListProps {
  /** Undefined while they load, and after a failure. */
  latest: readonly NotificationView[] | undefined;
  isError: boolean;
  onRetry: () => void;
  /** Those that were unread when the list opened; they are marked as read once it is shown. */
  fresh: ReadonlySet<string>;
  onClose: () => void;
}

/** What the bell opens. */
export function NotificationsList({ latest, isError, onRetry, fresh, onClose }: NotificationsListProps) {
  const [read] = useReadNotificationsMutation();
  const markRead = useEffectEvent(() => {
    if (fresh.size > 0) void read({ ids: [...fresh] });
  });
  useEffect(() => markRead(), []);
  return (
    <>
      <h2 className={styles.title}>{t('common.notifications')}</h2>
      {!latest && <LoadState isError={isError} onRetry={onRetry} failure={t('common.thisCouldNotBeLoaded')} />}
      {latest?.length === 0 && <p className={styles.none}>{t('notifications.noNewNotifications')}</p>}
      <ul>
        {latest?.map((notice) => (
          <li key={notice.id} className={fresh.has(notice.id) || notice.readAt === null ? styles.unread : undefined}>
            <NotificationRow notice={notice} onFollow={onClose} />
          </li>
        ))}
      </ul>
      <Link to="/notifications" className={styles.more} onClick={onClose}>
        {t('notifications.all')}
      </Link>
      <AskToNotify />
    </>
  );
}

/** Asks for notification permission, which browsers allow only after a click. */
function AskToNotify() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission !== 'default') return null;
  return (
    <div className={styles.ask}>
      <p>{t('notifications.hearOfNewMessagesWhileDuet')}</p>
      <Button look="soft" size="small" onPress={() => void Notification.requestPermission().then(setPermission)}>
        {t('notifications.notifyMeOnThisDevice')}
      </Button>
    </div>
  );
}
