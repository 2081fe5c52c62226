import type { NotificationView } from '@duet/contracts';
import { Bell } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMayAsk } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadState } from '../../ui/load-state.js';
import { useAttention, useInView } from '../../ui/visible.js';
import { NotificationRow } from './notification-row.js';
import { useGetNotificationsQuery, useReadNotificationsMutation } from './notifications-api.js';
import styles from './notifications.module.css';

/** How long notices that come into view are gathered into one call, in milliseconds. */
const GATHER = 400;

/** All notices that the server keeps. One is read when it was on the screen. */
export function NotificationsPage() {
  const { data, isError, refetch } = useGetNotificationsQuery(undefined, { skip: !useMayAsk() });
  const markSeen = useMarkSeen();
  return (
    <div className={styles.page}>
      <h1>{t('common.notifications')}</h1>
      {!data && (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('notifications.couldNotBeLoaded')} />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<Bell size={24} aria-hidden />} title={t('notifications.noNewNotifications')} level={2}>
          <p>{t('notifications.whatAppearsHere')}</p>
        </EmptyState>
      )}
      <ul className={styles.all}>
        {data?.map((notice) => (
          <Item key={notice.id} notice={notice} onSeen={markSeen} />
        ))}
      </ul>
    </div>
  );
}

/** Stays marked as new until the page is left. */
function Item({ notice, onSeen }: { notice: NotificationView; onSeen: (id: string) => void }) {
  const [element, setElement] = useState<HTMLLIElement | null>(null);
  const [wasUnread] = useState(notice.readAt === null);
  const [isVisible, hasAttention] = [useInView(element), useAttention()];
  const isNew = notice.readAt === null && isVisible && hasAttention;
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (isNew) seen(notice.id);
  }, [isNew, notice.id]);
  return (
    <li ref={setElement} className={wasUnread || notice.readAt === null ? styles.unread : undefined}>
      <NotificationRow notice={notice} />
    </li>
  );
}

/** Marks notices as read, those of a moment by one call. */
function useMarkSeen(): (id: string) => void {
  const [read] = useReadNotificationsMutation();
  const [seen, setSeen] = useState<readonly string[]>([]);
  // A refused call shows its notices as unread again; only the next visit repeats it.
  const [asked] = useState(() => new Set<string>());
  const send = useEffectEvent((ids: readonly string[]) => {
    setSeen((now) => now.filter((id) => !ids.includes(id)));
    void read({ ids: [...ids] });
  });
  useEffect(() => {
    if (seen.length === 0) return undefined;
    const timer = setTimeout(() => send(seen), GATHER);
    return () => clearTimeout(timer);
  }, [seen]);
  return (id) => {
    if (asked.has(id)) return;
    asked.add(id);
    setSeen((now) => [...now, id]);
  };
}
