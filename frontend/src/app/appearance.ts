import type { AppearanceSettings } from '@duet/contracts';
import { useEffect } from 'react';
import * as v from 'valibot';
import { useSettings } from '../platform/account/settings.js';
import { storedJson } from '../platform/storage/stored.js';

/** For `theme.js`, which sets the attributes before anything else is loaded. */
const storage = storedJson('duet-appearance', v.record(v.string(), v.optional(v.string())));
const MOTION = { system: undefined, on: 'reduced', off: 'full' } as const;

/** The data attributes that the styles read; absent for defaults and what follows the system. */
function attributesOf(look: AppearanceSettings): Record<string, string | undefined> {
  return {
    theme: look.theme === 'system' ? undefined : look.theme,
    accent: look.accent === 'rose' ? undefined : look.accent,
    textSize: look.textSize === 'medium' ? undefined : look.textSize,
    motion: MOTION[look.reducedMotion],
    chatBackground: look.chatBackground === 'plain' ? undefined : look.chatBackground,
  };
}

function apply(look: AppearanceSettings): void {
  const attributes = attributesOf(look);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  }
  // If the browser refuses storage, the next start shows the system's look until the settings are loaded.
  storage.write(attributes);
}

/** Applies the appearance settings to the page. */
export function useAppearance(): void {
  const { settings, isLoaded } = useSettings();
  useEffect(() => {
    if (isLoaded) apply(settings.appearance);
  }, [settings.appearance, isLoaded]);
}
