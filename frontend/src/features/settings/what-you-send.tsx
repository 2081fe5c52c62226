import { DISAPPEARING_OPTIONS, disappearAfter, disappearingChoice } from '../../api/disappearing-words.js';
import { Choice, Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

/** After which time messages disappear in conversations to come. */
export function NewConversations() {
  const { settings, isLoaded, change } = useChange();
  return (
    <div className={styles.group}>
      <Choice
        label="New conversations start with disappearing messages"
        value={disappearingChoice(settings.privacy.disappearingDefault)}
        options={DISAPPEARING_OPTIONS}
        isDisabled={!isLoaded}
        onChange={(chosen) => change({ privacy: { disappearingDefault: disappearAfter(chosen) } })}
      />
      <p className={styles.soft}>
        Counts when you link with somebody for the first time; if you both chose a time, the shorter one. A conversation that is there already is changed in its own menu.
      </p>
    </div>
  );
}

/** What pictures tell of themselves. */
export function CameraDetails() {
  const { settings, isLoaded, change } = useChange();
  return (
    <Switch
      label="Keep camera details in pictures"
      description="Camera, lens, exposure and time stay in the originals of photos that you send from now on. Location, serial numbers and names are always removed. Switched off, nothing stays."
      isSelected={settings.privacy.keepExif}
      isDisabled={!isLoaded}
      onChange={(keepExif) => change({ privacy: { keepExif } })}
    />
  );
}
