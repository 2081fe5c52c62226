import type { ReactNode } from 'react';
import { t } from '../../texts/index.js';
import { LanguageMenu } from '../../ui/language-menu.js';
import { takeFocus } from '../../ui/take-focus.js';
import { Wordmark } from '../../ui/logo.js';
import { TextLink } from '../../ui/text-link.js';
import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  title: string;
  intro?: ReactNode;
  foot?: ReactNode;
  /** The page takes the place of a pressed button. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** The layout of all pages before the sign-in. */
export function AuthLayout({ title, intro, foot, takesFocus, children }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.side} aria-hidden="true">
        <svg className={styles.art} viewBox="0 0 600 600">
          <circle cx="230" cy="270" r="180" fill="#8f2f5c" />
          <circle cx="390" cy="300" r="180" fill="#eda63f" />
          <path d="M339.6 127.2A180 180 0 0 1 280.4 442.8 180 180 0 0 1 339.6 127.2z" fill="#6d1f47" />
        </svg>
        <span className={styles.line}>{t('auth.roomForTwoNoAudience')}</span>
        <p>{t('auth.oneConversationTheMemoriesYouKeep')}</p>
      </div>
      <main className={styles.main} tabIndex={-1} ref={takesFocus ? takeFocus : undefined}>
        <div className={styles.top}>
          <TextLink href="/" className={styles.brand} label={t('common.duetHome')}>
            <Wordmark />
          </TextLink>
          <LanguageMenu search={window.location.search} />
        </div>
        <div className={styles.body}>
          <header className={styles.head}>
            <h1>{title}</h1>
            {intro !== undefined && <p>{intro}</p>}
          </header>
          {children}
          {foot !== undefined && <p className={styles.foot}>{foot}</p>}
        </div>
      </main>
    </div>
  );
}
