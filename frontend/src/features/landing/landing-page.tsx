import { ArrowRight } from 'lucide-react';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { LanguageMenu } from '../../ui/language-menu.js';
import { Wordmark } from '../../ui/logo.js';
import { TextLink } from '../../ui/text-link.js';
import { Features } from './features.js';
import styles from './landing.module.css';
import { Stage } from './stage.js';

export function LandingPage() {
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Wordmark />
        <div className={styles.ways}>
          <LanguageMenu />
          <LinkButton href="/login" look="ghost">
            {t('common.signIn')}
          </LinkButton>
        </div>
      </header>
      <main>
        <section className={styles.hero}>
          <div className={styles.words}>
            <h1 className={styles.title}>{t('landing.aPlaceForTheTwoOf')}</h1>
            <p className={styles.lead}>{t('landing.duetIsOnePrivateConversationThe')}</p>
            <LinkButton href="/register" look="primary" size="large">
              {t('landing.getStarted')} <ArrowRight size={20} aria-hidden />
            </LinkButton>
          </div>
          <Stage />
        </section>
        <Features />
        <section className={styles.close} aria-labelledby="close-title">
          <h2 id="close-title">{t('landing.youBringThePersonWeKeep')}</h2>
          <p>{t('landing.makeAnAccountSendYourPartner')}</p>
          <LinkButton href="/register" look="secondary" size="large">
            {t('landing.createYourSpace')}
          </LinkButton>
        </section>
      </main>
      <footer className={styles.foot}>
        <p>
          {t('landing.duetKeepsYourConversation')}{' '}
          <TextLink href="/privacy">{t('landing.howDuetTreatsYourPrivacy')}</TextLink>
        </p>
      </footer>
    </div>
  );
}
