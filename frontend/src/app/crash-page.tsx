import { useEffect } from 'react';
import { t } from '../texts/index.js';
import { Button } from '../ui/button.js';
import styles from './app.module.css';
import { Apart } from './apart.js';

/** Shown when rendering or loading a page threw. */
export function CrashPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  return (
    <main className={styles.full}>
      <div className={styles.lost} role="alert">
        <Apart />
        <h1>{t('app.somethingBrokeOnOurSide')}</h1>
        <p>{t('app.nothingYouWroteIsLostLoading')}</p>
        <div className={styles.buttons}>
          <Button look="primary" onPress={() => window.location.reload()}>
            {t('app.reload')}
          </Button>
          <Button onPress={() => window.location.assign('/')}>{t('app.goHome')}</Button>
        </div>
      </div>
    </main>
  );
}
