import { useEffect, useState } from 'react';
import {
  type Ability,
  type SpeechLanguage,
  installSpeech,
  speechAbility,
} from '../../platform/device/on-device-speech.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Switch } from '../../ui/toggle.js';
import { LANGUAGE_NAMES } from './language-choice.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

/** Turns transcripts of voice notes on and off for all devices. Only browsers with on-device speech recognition make them. */
export function TranscriptsSwitch() {
  const { settings, isLoaded, change } = useChange();
  return (
    <div className={styles.group}>
      <Switch
        label={t('settings.transcriptsOfVoiceNotes')}
        description={t('settings.whileYouRecordThisDeviceWrites')}
        isSelected={settings.privacy.transcripts}
        isDisabled={!isLoaded}
        onChange={(transcripts) => change({ privacy: { transcripts } })}
      />
      <OnThisDevice key={settings.account.language} language={settings.account.language} />
    </div>
  );
}

/** Whether this browser can transcribe, or needs a language pack. */
function OnThisDevice({ language }: { language: SpeechLanguage }) {
  const [ability, setAbility] = useState<Ability | null>(null);
  const [load, setLoad] = useState<'idle' | 'loading' | 'failed'>('idle');
  useEffect(() => {
    void speechAbility(language).then(setAbility);
  }, [language]);

  const name = t(LANGUAGE_NAMES[language]);
  const install = async (tag: string): Promise<void> => {
    setLoad('loading');
    setLoad((await installSpeech(tag)) ? 'idle' : 'failed');
    setAbility(await speechAbility(language));
  };
  return (
    <div className={styles.group} role="status">
      {ability?.state === 'ready' && (
        <p className={styles.soft}>{t('settings.thisBrowserCanWriteDownName', { name })}</p>
      )}
      {ability?.state === 'none' && <p className={styles.soft}>{t('settings.offOnThisDeviceThisBrowser', { name })}</p>}
      {ability?.state === 'pack' && (
        <>
          <p className={styles.soft}>
            {t('settings.offUntilLanguagePack', { name })}
            {load === 'failed' && ` ${t('settings.itCouldNotBeLoaded')}`}
          </p>
          <Button look="soft" size="small" isPending={load === 'loading'} onPress={() => void install(ability.tag)}>
            {t('settings.loadTheLanguagePack')}
          </Button>
        </>
      )}
    </div>
  );
}
