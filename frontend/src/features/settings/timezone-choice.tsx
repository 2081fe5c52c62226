import { TEXTS } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { usePartner } from '../../platform/account/partner-status.js';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { ComboBox, type ComboBoxOption } from '../../ui/combo-box.js';
import { toast } from '../../ui/toast-queue.js';
import { useSetTimezoneMutation } from './timezone-api.js';

const option = (zone: string): ComboBoxOption => ({ id: zone, label: zone.replaceAll('_', ' ') });

/** The browser's time zones plus UTC and the current choice, which it may not list. */
const optionsWith = (chosen: string): ComboBoxOption[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].toSorted().map(option);

/** The couple's time zone, for both; saved at once. */
export function TimezoneChoice() {
  const { couple } = usePartner();
  const [save] = useSetTimezoneMutation();
  const zone = couple?.timezone ?? 'UTC';
  const options = useMemo(() => optionsWith(zone), [zone]);
  const change = async (timezone: string): Promise<void> => {
    const { error } = await save(timezone);
    if (error) showFailure(error, TEXTS.fallback.changeTimezone);
    else toast.success(TEXTS.success.changeTimezone);
  };
  if (!couple) return null;
  return (
    <ComboBox
      label={t('settings.timeZone')}
      description={t('settings.theClockByWhichTheTwo')}
      options={options}
      value={zone}
      onChange={(timezone) => void change(timezone)}
    />
  );
}
