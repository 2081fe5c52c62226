import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import styles from './settings.module.css';

const HOUR = 3_600_000;

interface MuteProps {
  mutedUntil: string | null;
  isDisabled: boolean;
  onChange: (mutedUntil: string | null) => void;
}

/** Nothing from the partner makes itself heard for an hour, or for a night. */
export function MuteForAWhile({ mutedUntil, isDisabled, onChange }: MuteProps) {
  const { time } = useFormats();
  const until = mutedUntil !== null && Date.parse(mutedUntil) > Date.now() ? mutedUntil : null;
  const mute = (hours: number): void => onChange(new Date(Date.now() + hours * HOUR).toISOString());
  return (
    <fieldset className={styles.group}>
      <legend>Mute your partner</legend>
      <p className={styles.soft}>{until === null ? 'Messages still arrive, nothing pops up.' : `Muted until ${time(until)}.`}</p>
      <div className={styles.buttons}>
        <Button size="small" isDisabled={isDisabled} onPress={() => mute(1)}>
          1 hour
        </Button>
        <Button size="small" isDisabled={isDisabled} onPress={() => mute(8)}>
          8 hours
        </Button>
        {until !== null && (
          <Button size="small" look="soft" onPress={() => onChange(null)}>
            End now
          </Button>
        )}
      </div>
    </fieldset>
  );
}
