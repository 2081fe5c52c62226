import type { Settings } from '@duet/contracts';
import { LANGUAGES, isTextLanguage } from '@duet/contracts/plain';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { useUpdateSettingsMutation } from '../../platform/account/change-settings.js';
import { useSettings } from '../../platform/account/settings.js';
import { adoptLanguage } from '../../platform/device/device-language.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { Choice } from '../../ui/toggle.js';
import styles from './settings.module.css';

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

/** The language of the texts and formats; where Duet has no texts in it, of the formats alone. */
export function LanguageChoice() {
  const { settings, isLoaded } = useSettings();
  const [update] = useUpdateSettingsMutation();
  const { dateTime, number } = useFormats();
  const [now] = useState(() => Date.now());
  const chosen = settings.account.language;
  const choose = async (language: Language): Promise<void> => {
    const { error } = await update({ account: { language } });
    if (error) showFailure(error);
    else if (adoptLanguage(language)) window.location.reload();
  };
  return (
    <div className={styles.group}>
      <Choice
        label={t('common.language')}
        value={chosen}
        options={LANGUAGES.map((value) => ({ value, label: t(LANGUAGE_NAMES[value]) }))}
        isDisabled={!isLoaded}
        onChange={(language) => void choose(language)}
      />
      <p className={styles.soft}>{t('settings.forExample', { dateTime: dateTime(now), number: number(EXAMPLE) })}</p>
      {!isTextLanguage(chosen) && (
        <p className={styles.soft}>{t('settings.formatsOnly', { name: t(LANGUAGE_NAMES[chosen]) })}</p>
      )}
    </div>
  );
}
