import type { AppearanceSettings } from '@duet/contracts';
import { useEffect } from 'react';
import { useSettings } from '../api/settings.js';

const STORED = 'duet-appearance';
const MOTION = { system: undefined, on: 'reduced', off: 'full' } as const;

/** The attributes of the page that the styles read; what is left to the system or the default is absent. */
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
  try {
    // For `theme.js`, which runs before anything is loaded.
    localStorage.setItem(STORED, JSON.stringify(attributes));
  } catch {
    // Then the next start shows the system's look until the settings are there.
  }
}

/** Keeps the page's look level with the settings. */
export function useAppearance(): void {
  const { settings, isLoaded } = useSettings();
  useEffect(() => {
    if (isLoaded) apply(settings.appearance);
  }, [settings.appearance, isLoaded]);
}
