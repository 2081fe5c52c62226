import type { PartnerView } from '@duet/contracts';
import { useLiveState } from '../../../sync/index.js';
import { useSettings } from '../../../platform/account/settings.js';
import { t } from '../../../texts/index.js';
import styles from './typing-indicator.module.css';

/** Three dots while the partner types; hidden for users who do not share their own typing. */
export function TypingIndicator({ partner }: { partner: PartnerView }) {
  const { typing: maySee } = useSettings().settings.privacy;
  const isTyping = useLiveState((state) => state.live.typing.includes(partner._id)) && maySee;
  return (
    <div className={styles.typingPlace} role="status">
      {isTyping && (
        <span className={styles.typing}>
          <span className="visually-hidden">{t('messages.firstNameIsTyping', { firstName: partner.firstName })}</span>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        </span>
      )}
    </div>
  );
}
