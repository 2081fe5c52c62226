import type { Settings, SettingsChange } from '@duet/contracts';
import { useUpdateSettingsMutation } from '../../platform/account/change-settings.js';
import { useSettings } from '../../platform/account/settings.js';
import { showFailure } from '../../api/show-failure.js';

interface Change {
  settings: Settings;
  isLoaded: boolean;
  /** Applies a change at once and undoes it if the server refuses. */
  change: (part: SettingsChange) => void;
}

export function useChange(): Change {
  const { settings, isLoaded } = useSettings();
  const [update] = useUpdateSettingsMutation();
  const change = async (part: SettingsChange): Promise<void> => {
    const { error } = await update(part);
    if (error) showFailure(error);
  };
  return { settings, isLoaded, change: (part) => void change(part) };
}
