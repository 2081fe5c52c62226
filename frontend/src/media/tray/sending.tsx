import { t } from '../../texts/index.js';
import styles from './sending.module.css';

/** How much of an upload is on its way. @param share from 0 to 1 */
export function Sending({ share }: { share: number }) {
  return (
    <div className={styles.sending}>
      <p role="status">{t(share < 1 ? 'media.sending' : 'media.preparing')}</p>
      <div className={styles.track} aria-hidden>
        <span className={styles.share} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}
