import type { Settings } from '@duet/contracts';
import { LANGUAGES } from '@duet/contracts/plain';
import { useState } from 'react';
import { type PlainTextKey, t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { Choice } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

type Language = Settings['account']['language'];

export const LANGUAGE_NAMES: Record<Language, PlainTextKey> = {
  en: 'settings.english',
  de: 'settings.deutsch',
  es: 'settings.espanol',
  fr: 'settings.francais',
  it: 'settings.italiano',
  pt: 'settings.portugues',
};

const EXAMPLE = 1234.5;

/** The language of dates and numbers. The app's texts are English. */
export function LanguageChoice() {
  const { settings, isLoaded, change } = useChange();
  const { dateTime, number } = useFormats();
  const [now] = useState(() => Date.now());
  return (
    <div className={styles.group}>
      <Choice
        label={t('settings.languageOfDatesAndNumbers')}
        value={settings.account.language}
        options={LANGUAGES.map((value) => ({ value, label: t(LANGUAGE_NAMES[value]) }))}
        isDisabled={!isLoaded}
        onChange={(language) => change({ account: { language } })}
      />
      <p className={styles.soft}>{t('settings.forExample', { dateTime: dateTime(now), number: number(EXAMPLE) })}</p>
    </div>
  );
}
