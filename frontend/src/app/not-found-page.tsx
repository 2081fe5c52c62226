import { useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '../ui/button.js';
import styles from './app.module.css';

/** Two circles that do not meet. */
export const Apart = () => (
  <svg className={styles.apart} viewBox="0 0 176 80" aria-hidden="true">
    <circle cx="38" cy="40" r="34" fill="var(--accent)" />
    <circle cx="138" cy="40" r="32.5" fill="none" stroke="var(--honey)" strokeWidth="3" strokeDasharray="2 9" strokeLinecap="round" />
  </svg>
);

export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <main className={styles.full} tabIndex={-1}>
      <div className={styles.lost}>
        <Apart />
        <h1>Page Not Found</h1>
        <p>There is nothing at this address. Perhaps it was never here, or it is not yours to see.</p>
        <div className={styles.buttons}>
          <LinkButton href="/" look="primary">
            Go Home
          </LinkButton>
          <Button onPress={() => void navigate(-1)}>Go Back</Button>
        </div>
      </div>
    </main>
  );
}
