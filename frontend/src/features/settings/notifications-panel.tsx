import type { NotificationKind } from '@duet/contracts';
import { Button } from '../../ui/button.js';
import { Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { useChange } from './use-change.js';

const HOUR = 3_600_000;

const KINDS: readonly { kind: NotificationKind; label: string }[] = [
  { kind: 'messages', label: 'New messages' },
  { kind: 'partner', label: 'Partner requests and links' },
  { kind: 'memories', label: 'Memory capsules' },
  { kind: 'challenges', label: 'Challenges' },
];

/** Only what the app can do today: notices inside the app. */
export function NotificationsPanel() {
  const { settings, isLoaded, change } = useChange();
  const { matrix, mutedUntil } = settings.notifications;
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  const mute = (hours: number): void => change({ notifications: { mutedUntil: new Date(Date.now() + hours * HOUR).toISOString() } });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Show a notice in the app for</legend>
        {KINDS.map(({ kind, label }) => (
          <Switch
            key={kind}
            label={label}
            isSelected={matrix[kind].inApp}
            isDisabled={!isLoaded}
            onChange={(inApp) => change({ notifications: { matrix: { [kind]: { inApp } } } })}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Quiet for a while</legend>
        <p className={styles.soft}>
          {isMuted ? `Muted until ${new Date(mutedUntil).toLocaleTimeString([], { timeStyle: 'short' })}.` : 'Messages still arrive, nothing pops up.'}
        </p>
        <div className={styles.buttons}>
          <Button size="small" isDisabled={!isLoaded} onPress={() => mute(1)}>
            1 hour
          </Button>
          <Button size="small" isDisabled={!isLoaded} onPress={() => mute(8)}>
            8 hours
          </Button>
          {isMuted && (
            <Button size="small" look="soft" onPress={() => change({ notifications: { mutedUntil: null } })}>
              End now
            </Button>
          )}
        </div>
      </fieldset>
    </>
  );
}
