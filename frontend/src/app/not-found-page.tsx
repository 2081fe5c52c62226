import { useLocation, useNavigate } from 'react-router-dom';
import { t } from '../texts/index.js';
import { Button, LinkButton } from '../ui/button.js';
import styles from './app.module.css';

/** Two circles apart; decoration. */
export const Apart = () => (
  <svg className={styles.apart} viewBox="0 0 176 80" aria-hidden="true">
    <circle cx="38" cy="40" r="34" fill="var(--accent)" />
    <circle
      cx="138"
      cy="40"
      r="32.5"
      fill="none"
      stroke="var(--honey)"
      strokeWidth="3"
      strokeDasharray="2 9"
      strokeLinecap="round"
    />
  </svg>
);

export const NotFoundPage = () => (
  <main className={styles.full} tabIndex={-1}>
    <NotFound />
  </main>
);

/** The same for a page inside the frame of the app. */
export function NotFound() {
  const navigate = useNavigate();
  // The router gives this key to the first page of a visit: before it there is nothing of ours to go back to.
  const isFirst = useLocation().key === 'default';
  return (
    <div className={styles.lost}>
      <Apart />
      <h1>{t('app.pageNotFound')}</h1>
      <p>{t('app.thereIsNothingAtThisAddress')}</p>
      <div className={styles.buttons}>
        <LinkButton href="/" look="primary">
          {t('app.goHome')}
        </LinkButton>
        <Button onPress={() => void (isFirst ? navigate('/') : navigate(-1))}>{t('app.goBack')}</Button>
      </div>
    </div>
  );
}
