import type { Settings } from '@duet/contracts';
import { LANGUAGES } from '@duet/contracts/plain';
import { useFormats } from '../../ui/formats.js';
import { Choice } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

type Language = Settings['account']['language'];

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', it: 'Italiano', pt: 'Português' };

const EXAMPLE = 1234.5;

/** How dates and numbers are written; the words of the app stay English. */
export function LanguageChoice() {
  const { settings, isLoaded, change } = useChange();
  const { dateTime, number } = useFormats();
  return (
    <div className={styles.group}>
      <Choice
        label="Language of dates and numbers"
        value={settings.account.language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        isDisabled={!isLoaded}
        onChange={(language) => change({ account: { language } })}
      />
      <p className={styles.soft}>
        For example {dateTime(Date.now())} and {number(EXAMPLE)}.
      </p>
    </div>
  );
}
