import { TEXTS } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { usePartner, useSetTimezoneMutation } from '../../api/partner-status.js';
import { showFailure } from '../../api/show-failure.js';
import { ComboBox, type ComboBoxOption } from '../../ui/combo-box.js';
import { toast } from '../../ui/toast-queue.js';

const option = (zone: string): ComboBoxOption => ({ id: zone, label: zone.replaceAll('_', ' ') });

/** Browsers differ in what they list and leave UTC out; what is chosen is always among it. */
const optionsWith = (chosen: string): ComboBoxOption[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].toSorted().map(option);

/** The couple's time zone; saved as soon as one is chosen, for both. */
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
      label="Time zone"
      description="The clock by which the two of you count days. It is the same for both."
      options={options}
      value={zone}
      onChange={(timezone) => void change(timezone)}
    />
  );
}
