import { useEffect, useState } from 'react';
import { type Ability, type Language, installSpeech, speechAbility } from '../../api/on-device-speech.js';
import { Button } from '../../ui/button.js';
import { Switch } from '../../ui/toggle.js';
import { LANGUAGE_NAMES } from './language-choice.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

/** Words for voice notes: wanted everywhere, made only where the browser can do it on the device. */
export function TranscriptsSwitch() {
  const { settings, isLoaded, change } = useChange();
  return (
    <div className={styles.group}>
      <Switch
        label="Transcripts of voice notes"
        description="While you record, this device writes down what you say, and you both can read it. The sound is sent to nobody for that. Listen before you send to check the words."
        isSelected={settings.privacy.transcripts}
        isDisabled={!isLoaded}
        onChange={(transcripts) => change({ privacy: { transcripts } })}
      />
      <OnThisDevice key={settings.account.language} language={settings.account.language} />
    </div>
  );
}

/** What this browser can do about it, and what it would need. */
function OnThisDevice({ language }: { language: Language }) {
  const [ability, setAbility] = useState<Ability | null>(null);
  const [load, setLoad] = useState<'idle' | 'loading' | 'failed'>('idle');
  useEffect(() => {
    void speechAbility(language).then(setAbility);
  }, [language]);

  const name = LANGUAGE_NAMES[language];
  const install = async (tag: string): Promise<void> => {
    setLoad('loading');
    setLoad((await installSpeech(tag)) ? 'idle' : 'failed');
    setAbility(await speechAbility(language));
  };
  return (
    <div className={styles.group} role="status">
      {ability?.state === 'ready' && <p className={styles.soft}>This browser can write down {name}, the language of your account.</p>}
      {ability?.state === 'none' && (
        <p className={styles.soft}>
          Off on this device: this browser cannot write down {name}, the language of your account, without sending the sound away. Your voice notes leave from here without words;
          transcripts that come with others are shown.
        </p>
      )}
      {ability?.state === 'pack' && (
        <>
          <p className={styles.soft}>
            Off on this device until your browser has its language pack for {name}, the language of your account.
            {load === 'failed' && ' It could not be loaded.'}
          </p>
          <Button look="soft" size="small" isPending={load === 'loading'} onPress={() => void install(ability.tag)}>
            Load the language pack
          </Button>
        </>
      )}
    </div>
  );
}
