import type { PartnerView } from '@duet/contracts';
import { ArrowLeft, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePresence } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { classes } from '../../ui/classes.js';
import { IconButton } from '../../ui/icon-button.js';
import { Link } from '../../ui/link.js';
import styles from './conversation-header.module.css';
import { ConversationMenu } from './conversation-menu.js';
import { GalleryButton } from './media/gallery/gallery-button.js';
import { usePresenceWords } from './presence-words.js';

interface ConversationHeaderProps {
  chatId: string;
  partner: PartnerView;
  isEmbedded: boolean;
  connection: ReactNode;
  onSearch: () => void;
}

/** The partner, and whether they are online or when they last were. On a phone it has the way back and the connection of the hidden top bar. */
export function ConversationHeader({ chatId, partner, isEmbedded, connection, onSearch }: ConversationHeaderProps) {
  const navigate = useNavigate();
  const isOnline = usePresence(partner._id);
  const words = usePresenceWords(partner._id) ?? `@${partner.username}`;
  return (
    <header className={styles.header}>
      {!isEmbedded && (
        <IconButton
          label={t('messages.backToTheDashboard')}
          className={styles.back}
          onPress={() => void navigate('/dashboard')}
        >
          <ArrowLeft size={22} aria-hidden />
        </IconButton>
      )}
      <span className={classes(styles.portrait, isOnline === true && styles.online)}>
        <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} />
      </span>
      <div className={styles.headerWords}>
        <h2 className={styles.name}>
          <Link to="/partner" className={styles.link}>
            {partner.fullName}
          </Link>
        </h2>
        <p className={styles.presence} role="status">
          {words}
        </p>
      </div>
      <div className={styles.acts}>
        <div className={styles.connection}>{connection}</div>
        <IconButton
          label={t('chatSearch.searchTheChat')}
          className={styles.search}
          aria-keyshortcuts="Control+F Meta+F"
          onPress={onSearch}
        >
          <Search size={20} aria-hidden />
        </IconButton>
        <GalleryButton />
        <ConversationMenu chatId={chatId} partner={partner} onSearch={onSearch} />
      </div>
    </header>
  );
}
