import { useEffect } from 'react';
import { t } from '../texts/index.js';
import { Button } from '../ui/button.js';
import styles from './app.module.css';
import { Apart } from './apart.js';

/** The messages of Chromium, Firefox and Safari for a module that did not load, and Vite's for its styles: none has a name of its own. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * Stands in for a page whose code did not load, within the frame of the app. React and some browsers remember the
 * failure, so that only a new page helps; it loads by itself once the network is back. Any other error is not its own.
 */
export function PageNotLoaded({ error }: { error: unknown }) {
  if (!(error instanceof Error && NOT_LOADED.test(error.message))) throw error;
  return <NotLoaded error={error} />;
}

function NotLoaded({ error }: { error: Error }) {
  useEffect(() => {
    console.warn('page not loaded', error);
    const reload = (): void => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [error]);
  return (
    <div className={styles.lost} role="alert">
      <Apart />
      <h1>{t('app.thisPageDidNotLoad')}</h1>
      <p>{t(navigator.onLine ? 'app.nothingYouWroteIsLostLoading' : 'common.notKept')}</p>
      <Button look="primary" onPress={() => window.location.reload()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
