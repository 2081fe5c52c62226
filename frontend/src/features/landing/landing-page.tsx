import { ArrowRight } from 'lucide-react';
import { LinkButton } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { Features } from './features.js';
import styles from './landing.module.css';
import { Stage } from './stage.js';

export function LandingPage() {
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Wordmark />
        <LinkButton href="/login" look="ghost">
          Sign In
        </LinkButton>
      </header>
      <main>
        <section className={styles.hero}>
          <div className={styles.words}>
            <h1 className={styles.title}>A place for the two of you.</h1>
            <p className={styles.lead}>
              Duet is one private conversation, the memories you keep and the things you try together. Two people, linked by choice. No feed, no followers,
              nobody else.
            </p>
            <LinkButton href="/register" look="primary" size="large">
              Get Started <ArrowRight size={20} aria-hidden />
            </LinkButton>
          </div>
          <Stage />
        </section>
        <Features />
        <section className={styles.close} aria-labelledby="close-title">
          <h2 id="close-title">You bring the person. We keep the room.</h2>
          <p>Make an account, send your partner an eight-letter code, and the door closes behind you both.</p>
          <LinkButton href="/register" look="secondary" size="large">
            Create your space
          </LinkButton>
        </section>
      </main>
      <footer className={styles.foot}>
        <p>Duet keeps your conversation between your two accounts. It is encrypted on the way, not end to end.</p>
      </footer>
    </div>
  );
}
