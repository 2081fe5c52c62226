import { t } from '../../texts/index.js';
import { Switch } from '../../ui/toggle.js';
import { useChange } from './use-change.js';

/** Turns link previews on and off, for the user's own links and for those they see. */
export function LinkPreviewsSwitch() {
  const { settings, isLoaded, change } = useChange();
  return (
    <Switch
      label={t('settings.linkPreviews')}
      description={t('settings.duetsServerFetchesThePageBehind')}
      isSelected={settings.privacy.linkPreviews}
      isDisabled={!isLoaded}
      onChange={(linkPreviews) => change({ privacy: { linkPreviews } })}
    />
  );
}
