import { disappearAfter, disappearingChoice, disappearingOptions } from '../../platform/account/disappear-after.js';
import { t } from '../../texts/index.js';
import { Choice, Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

/** Chooses after which time messages disappear in new conversations. */
export function NewConversations() {
  const { settings, isLoaded, change } = useChange();
  return (
    <div className={styles.group}>
      <Choice
        label={t('settings.newConversationsStartWithDisappearingMessages')}
        value={disappearingChoice(settings.privacy.disappearingDefault)}
        options={disappearingOptions()}
        isDisabled={!isLoaded}
        onChange={(chosen) => change({ privacy: { disappearingDefault: disappearAfter(chosen) } })}
      />
      <p className={styles.soft}>{t('settings.countsWhenYouLinkWithSomebody')}</p>
    </div>
  );
}

/** Chooses whether pictures keep their camera metadata. */
export function CameraDetails() {
  const { settings, isLoaded, change } = useChange();
  return (
    <Switch
      label={t('settings.keepCameraDetailsInPictures')}
      description={t('settings.cameraLensExposureAndTimeStay')}
      isSelected={settings.privacy.keepExif}
      isDisabled={!isLoaded}
      onChange={(keepExif) => change({ privacy: { keepExif } })}
    />
  );
}
