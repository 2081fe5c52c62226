import type { PartnerView } from '@duet/contracts';
import { usePresence } from '../../api/live-context.js';
import { Avatar } from '../../ui/avatar.js';
import { classes } from '../../ui/classes.js';
import styles from './conversation-header.module.css';
import { ConversationMenu } from './conversation-menu.js';
import { GalleryButton } from './media/gallery.js';

/** Who one talks to, and whether they are there. */
export function ConversationHeader({ chatId, partner }: { chatId: string; partner: PartnerView }) {
  const isOnline = usePresence(partner._id);
  const words = isOnline === null ? `@${partner.username}` : isOnline ? 'Online' : 'Offline';
  return (
    <header className={styles.header}>
      <span className={classes(styles.portrait, isOnline === true && styles.online)}>
        <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} />
      </span>
      <div className={styles.headerWords}>
        <h2 className={styles.name}>{partner.fullName}</h2>
        <p className={styles.presence} role="status">
          {words}
        </p>
      </div>
      <div className={styles.acts}>
        <GalleryButton />
        <ConversationMenu chatId={chatId} />
      </div>
    </header>
  );
}
