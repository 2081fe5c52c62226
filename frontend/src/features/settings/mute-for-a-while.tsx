import { serverNow } from '../../api/server-time.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { useIsFuture } from '../../ui/use-expiring.js';
import styles from './settings.module.css';

const HOUR = 3_600_000;

interface MuteProps {
  mutedUntil: string | null;
  isDisabled: boolean;
  onChange: (mutedUntil: string | null) => void;
}

/** Mutes the partner's notifications for one or eight hours. */
export function MuteForAWhile({ mutedUntil, isDisabled, onChange }: MuteProps) {
  const { time } = useFormats();
  const until = useIsFuture(mutedUntil, serverNow) ? mutedUntil : null;
  const mute = (hours: number): void => onChange(new Date(serverNow() + hours * HOUR).toISOString());
  return (
    <fieldset className={styles.group}>
      <legend>{t('settings.muteYourPartner')}</legend>
      <p className={styles.soft}>
        {until === null
          ? t('settings.messagesStillArriveNothingPopsUp')
          : t('settings.mutedUntilUntil', { until: time(until) })}
      </p>
      <div className={styles.buttons}>
        <Button size="small" isDisabled={isDisabled} onPress={() => mute(1)}>
          {t('settings.oneHour')}
        </Button>
        <Button size="small" isDisabled={isDisabled} onPress={() => mute(8)}>
          {t('settings.eightHours')}
        </Button>
        {until !== null && (
          <Button size="small" look="soft" onPress={() => onChange(null)}>
            {t('settings.endNow')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
