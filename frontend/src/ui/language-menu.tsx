import { TEXT_LANGUAGES } from '@duet/contracts/plain';
import { Languages } from 'lucide-react';
import { pageLanguage, t } from '../texts/index.js';
import styles from './language-menu.module.css';

/** The name of a language in that language. The style sheet makes its first letter a capital. */
const ownName = (language: string): string | undefined =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language);

/**
 * Chooses the language of this device by a link that loads the page anew. It works on the written pages too, which have no
 * React.
 */
export function LanguageMenu({ search = '' }: { search?: string }) {
  const now = pageLanguage();
  const to = (lang: string): string => {
    const query = new URLSearchParams(search);
    query.set('lang', lang);
    return `?${query.toString()}`;
  };
  return (
    <details className={styles.menu}>
      <summary className={styles.summary}>
        <Languages size={20} aria-hidden />
        <span className="visually-hidden">{t('common.language')}</span>
        {now.slice(0, 2).toUpperCase()}
      </summary>
      <ul className={styles.list}>
        {TEXT_LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={to(language)}
              hrefLang={language}
              lang={language}
              className={styles.link}
              {...(language === now && { 'aria-current': true })}
            >
              {ownName(language)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
