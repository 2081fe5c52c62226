import type { ReactNode } from 'react';
import { t } from '../../texts/index.js';
import { LanguageMenu } from '../../ui/language-menu.js';
import { Wordmark } from '../../ui/logo.js';
import { TextLink } from '../../ui/text-link.js';
import { IN_SHORT, PRIVACY, type PrivacyClaim } from './privacy-claims.js';
import styles from './privacy.module.css';

/**
 * The privacy page. Every sentence is a claim with a test.
 * @param way the link at the top that leads on
 */
export function PrivacyContents({ way }: { way: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <TextLink href="/" label={t('common.duetHome')}>
          <Wordmark />
        </TextLink>
        <div className={styles.ways}>
          <LanguageMenu />
          {way}
        </div>
      </header>
      <main tabIndex={-1} className={styles.main}>
        <h1>{t('privacy.yourPrivacyInDuet')}</h1>
        <p className={styles.lead}>{t('privacy.whatDuetKeepsWhoCanSee')}</p>
        <ul className={styles.short} aria-label={t('privacy.inShort')}>
          {IN_SHORT.map(({ id, lead, text }) => (
            <li key={id} data-claim={id}>
              <strong>{t(lead)}</strong>
              <span>{text()}</span>
            </li>
          ))}
        </ul>
        {PRIVACY.map(({ id, title, claims }) => (
          <section key={id} aria-labelledby={id} className={styles.section}>
            <h2 id={id}>{t(title)}</h2>
            <dl className={styles.claims}>
              {claims.map((claim) => (
                <Claim key={claim.id} {...claim} />
              ))}
            </dl>
          </section>
        ))}
        <p className={styles.foot}>{t('privacy.aQuestionThatThisPageLeaves')}</p>
      </main>
    </div>
  );
}

function Claim({ id, lead, text }: PrivacyClaim) {
  return (
    <div data-claim={id} className={styles.claim}>
      <dt>{t(lead)}</dt>
      <dd>{text()}</dd>
    </div>
  );
}
