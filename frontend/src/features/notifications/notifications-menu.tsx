import type { NotificationView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useMayAsk } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Badge, countWords } from '../../ui/badge.js';
import { IconButton } from '../../ui/icon-button.js';
import { late } from '../../ui/late.js';
import { Popover } from '../../ui/popover.js';
import { useGetNotificationsQuery } from './notifications-api.js';
import styles from './notifications.module.css';

const NotificationsList = late(async () => (await import('./notifications-list.js')).NotificationsList);

const NONE: readonly NotificationView[] = [];

/** The bell with its count and the latest notices. */
export function NotificationsMenu() {
  const { data: loaded, isError, refetch } = useGetNotificationsQuery(undefined, { skip: !useMayAsk() });
  const data = loaded ?? NONE;
  const [open, setOpen] = useState(false);
  /** Notices that were unread when the list opened stay marked while it is open. */
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = data.filter((notice) => notice.readAt === null);
  const latest = data.slice(0, LIMITS.notificationsShown);
  const toggle = (next: boolean): void => {
    setOpen(next);
    setFresh(new Set(next ? latest.filter((notice) => notice.readAt === null).map((notice) => notice.id) : []));
  };
  return (
    <Popover
      label={t('common.notifications')}
      isOpen={open}
      onOpenChange={toggle}
      className={styles.panel ?? ''}
      trigger={
        <IconButton
          label={
            unread.length > 0
              ? t('notifications.notificationsCountUnread', { count: countWords(unread.length) })
              : t('common.notifications')
          }
          className={styles.bell}
        >
          <Bell size={20} aria-hidden />
          <Badge count={unread.length} className={styles.badge} />
        </IconButton>
      }
    >
      {(close) => (
        <NotificationsList
          latest={loaded && latest}
          isError={isError}
          onRetry={() => void refetch()}
          fresh={fresh}
          onClose={close}
        />
      )}
    </Popover>
  );
}
