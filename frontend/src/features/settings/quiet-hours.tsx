import type { QuietHours as Hours } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { TimeField } from './time-field.js';

/** The time zone of the quiet hours, for the server, which checks them before it pushes or mails. */
const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface QuietHoursProps {
  quietHours: Hours;
  isDisabled: boolean;
  onChange: (change: Partial<Hours>) => void;
}

/** No notifications between two times of the day; the server sends mails and notices afterwards. */
export function QuietHours({ quietHours, isDisabled, onChange }: QuietHoursProps) {
  const save = (change: Partial<Hours>): void => onChange({ ...change, timezone: ownTimezone() });
  return (
    <fieldset className={styles.group}>
      <legend>{t('settings.quietHours')}</legend>
      <Switch
        label={t('settings.nothingIsHeardAtNight')}
        description={t('settings.noPopUpsNoSoundMails')}
        isSelected={quietHours.enabled}
        isDisabled={isDisabled}
        onChange={(enabled) => save({ enabled })}
      />
      {quietHours.enabled && (
        <div className={styles.times}>
          <TimeField
            label={t('settings.from')}
            value={quietHours.from}
            isDisabled={isDisabled}
            onChange={(from) => save({ from })}
          />
          <TimeField
            label={t('settings.to')}
            value={quietHours.to}
            isDisabled={isDisabled}
            onChange={(to) => save({ to })}
          />
        </div>
      )}
    </fieldset>
  );
}
