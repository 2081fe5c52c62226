import type { NotificationView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useGetNotificationsQuery, useReadNotificationsMutation } from '../../api/notifications.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { Popover } from '../../ui/popover.js';
import { RelativeTime } from '../../ui/relative-time.js';
import styles from './notifications.module.css';

const NONE: readonly NotificationView[] = [];

/** The bell, its count, and the latest five. Looking at them reads them. */
export function NotificationsMenu() {
  const { data = NONE } = useGetNotificationsQuery();
  const [read] = useReadNotificationsMutation();
  const [open, setOpen] = useState(false);
  /** What was unread when the list was opened stays marked while it is open. */
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = data.filter((notice) => notice.readAt === null);
  const toggle = (next: boolean): void => {
    const ids = unread.map((notice) => notice.id);
    setOpen(next);
    setFresh(new Set(ids));
    if (ids.length > 0) void read({ ids });
  };
  const latest = data.slice(0, LIMITS.notificationsShown);
  return (
    <Popover
      label="Notifications"
      isOpen={open}
      onOpenChange={toggle}
      className={styles.panel ?? ''}
      trigger={
        <IconButton label={unread.length > 0 ? `Notifications, ${unread.length} unread` : 'Notifications'} className={styles.bell}>
          <Bell size={20} aria-hidden />
          <Badge count={unread.length} className={styles.badge} />
        </IconButton>
      }
    >
      {(close) => (
        <>
          <h2 className={styles.title}>Notifications</h2>
          {latest.length === 0 && <p className={styles.none}>No new notifications</p>}
          <ul>
            {latest.map((notice) => (
              <li key={notice.id} className={fresh.has(notice.id) || notice.readAt === null ? styles.unread : undefined}>
                <Notice notice={notice} onFollow={close} />
              </li>
            ))}
          </ul>
          <AskToNotify />
        </>
      )}
    </Popover>
  );
}

/** The browser asks the person only after a click of theirs. */
function AskToNotify() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission !== 'default') return null;
  return (
    <div className={styles.ask}>
      <p>Hear of new messages while Duet is in the background.</p>
      <Button look="soft" size="small" onPress={() => void Notification.requestPermission().then(setPermission)}>
        Notify me on this device
      </Button>
    </div>
  );
}

function Notice({ notice, onFollow }: { notice: NotificationView; onFollow: () => void }) {
  const words = (
    <>
      <span>{notice.message}</span>
      <RelativeTime at={notice.timestamp} className={styles.when} />
    </>
  );
  // Only our own paths are followed.
  if (!notice.link?.startsWith('/')) return <div className={styles.notice}>{words}</div>;
  return (
    <Link to={notice.link} className={styles.notice} onClick={onFollow}>
      {words}
    </Link>
  );
}
