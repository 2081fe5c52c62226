import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.js';
import styles from './app.module.css';
import { Apart } from './not-found-page.js';

/** Something threw while a page was drawn or loaded. */
export function CrashPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className={styles.full}>
      <div className={styles.lost} role="alert">
        <Apart />
        <h1>Something broke on our side</h1>
        <p>Nothing you wrote is lost. Loading the page again usually helps.</p>
        <div className={styles.buttons}>
          <Button look="primary" onPress={() => window.location.reload()}>
            Reload
          </Button>
          <Button onPress={() => window.location.assign('/')}>Go Home</Button>
        </div>
      </div>
    </main>
  );
}
