import type { PartnerView } from '@duet/contracts';
import { useLiveState } from '../../api/live-context.js';
import { useSettings } from '../../api/settings.js';
import styles from './typing-indicator.module.css';

/** Three dots where the next message will be; not for those who do not show when they type themselves. */
export function TypingIndicator({ partner }: { partner: PartnerView }) {
  const { typing: maySee } = useSettings().settings.privacy;
  const isTyping = useLiveState((state) => state.live.typing.includes(partner._id)) && maySee;
  return (
    <div className={styles.typingPlace} role="status">
      {isTyping && (
        <span className={styles.typing}>
          <span className="visually-hidden">{partner.firstName} is typing</span>
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
