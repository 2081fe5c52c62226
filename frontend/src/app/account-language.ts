import { useEffect, useRef } from 'react';
import { useSettings } from '../platform/account/settings.js';
import { adoptLanguage } from '../platform/device/device-language.js';

/** Loads a page anew that began in another language than the person's setting. A later change waits for the next page. */
export function useAccountLanguage(): void {
  const { settings, isLoaded } = useSettings();
  const isKnown = useRef(false);
  const { language } = settings.account;
  useEffect(() => {
    if (!isLoaded || isKnown.current) return;
    isKnown.current = true;
    if (adoptLanguage(language)) window.location.reload();
  }, [language, isLoaded]);
}
