import { LIMITS } from '@duet/contracts/plain';
import { t } from '../../texts/index.js';
import styles from './partners.module.css';

/** The effects of an unlink, for both. */
export function UnlinkEffects() {
  return (
    <ul className={styles.effects}>
      <li>{t('partners.itHappensAtOnceForBoth')}</li>
      <li>{t('partners.yourConversationClosesNeitherOfYou')}</li>
      <li>{t('partners.exportAfterUnlink', { exportDaysAfterUnlink: LIMITS.exportDaysAfterUnlink })}</li>
      <li>{t('partners.givenBackAfterUnlink')}</li>
    </ul>
  );
}
