import type { NotificationView } from '@duet/contracts';
import { notificationText } from '../../texts/index.js';
import { Link } from '../../ui/link.js';
import { RelativeTime } from '../../ui/relative-time.js';
import styles from './notifications.module.css';

/** A notice; a press follows its link. */
export function NotificationRow({ notice, onFollow }: { notice: NotificationView; onFollow?: () => void }) {
  const words = (
    <>
      <span>{notificationText(notice)}</span>
      <RelativeTime at={notice.timestamp} className={styles.when} />
    </>
  );
  // Only our own paths are followed.
  if (!notice.link?.startsWith('/')) return <div className={styles.notice}>{words}</div>;
  return (
    <Link to={notice.link} className={styles.notice} {...(onFollow && { onClick: onFollow })}>
      {words}
    </Link>
  );
}
