import { useLocation, useNavigate } from 'react-router-dom';
import { t } from '../texts/index.js';
import { Button, LinkButton } from '../ui/button.js';
import { Apart } from './apart.js';
import styles from './app.module.css';

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
