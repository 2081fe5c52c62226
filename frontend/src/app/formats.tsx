import type { Settings } from '@duet/contracts';
import { isTextLanguage } from '@duet/contracts/plain';
import { type ReactNode, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useSettings } from '../platform/account/settings.js';
import { pageLanguage } from '../texts/index.js';
import { FormatsProvider, formatsOf, localeFor } from '../ui/formats.js';

const HOUR12 = { system: undefined, '12h': true, '24h': false } as const;
const FIRST_DAY = { system: undefined, monday: 'mon', sunday: 'sun', saturday: 'sat' } as const;

/** Dates and words agree: a language with texts waits for the page that speaks it; one without chooses the formats alone. */
const choiceOf = ({ account, appearance }: Settings, isLoaded: boolean) => ({
  locale: localeFor(isLoaded && !isTextLanguage(account.language) ? account.language : pageLanguage()),
  hour12: HOUR12[appearance.timeFormat],
  firstDay: FIRST_DAY[appearance.weekStart],
});

/** Provides the user's date and number formats, also to React Aria's calendars. */
export function PersonalFormats({ children }: { children: ReactNode }) {
  const { settings, isLoaded } = useSettings();
  const { locale, hour12, firstDay } = choiceOf(settings, isLoaded);
  const formats = useMemo(() => formatsOf({ locale, hour12, firstDay }), [locale, hour12, firstDay]);
  return (
    <I18nProvider locale={document.dir === 'rtl' ? pageLanguage() : locale}>
      <FormatsProvider value={formats}>{children}</FormatsProvider>
    </I18nProvider>
  );
}
