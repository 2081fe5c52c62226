import type { NotificationKind, NotificationSettings } from '@duet/contracts';
import { Switch } from '../../ui/toggle.js';
import { BrowserNotifications } from './browser-notifications.js';
import { MuteForAWhile } from './mute-for-a-while.js';
import { QuietHours } from './quiet-hours.js';
import styles from './settings.module.css';
import { TimeField } from './time-field.js';
import { useChange } from './use-change.js';

interface Row {
  kind: NotificationKind;
  label: string;
}

const KINDS: readonly Row[] = [
  { kind: 'messages', label: 'New messages' },
  { kind: 'partner', label: 'Partner requests and links' },
  { kind: 'memories', label: 'Memory capsules' },
  { kind: 'challenges', label: 'Challenges' },
  { kind: 'dailyQuestion', label: 'Daily question' },
  { kind: 'reminders', label: 'Reminders of dates' },
];

/** A reaction shows at the message; apart from it only a device that lies elsewhere needs to tell. */
const PUSHED: readonly Row[] = [...KINDS.slice(0, 1), { kind: 'reactions', label: 'Reactions to your messages' }, ...KINDS.slice(1)];

/** Only these are mailed. */
const MAILED: readonly Row[] = [
  { kind: 'partner', label: 'Partner requests and links' },
  { kind: 'dailyQuestion', label: 'Daily question' },
  { kind: 'reminders', label: 'Reminders of dates' },
];

/** What may interrupt, over which channel, and when not. */
export function NotificationsPanel() {
  const { settings, isLoaded, change } = useChange();
  const { notifications } = settings;
  const save = (part: Partial<Pick<NotificationSettings, 'sound' | 'lockScreen' | 'mutedUntil' | 'dailyQuestionTime'>>): void => change({ notifications: part });
  const switches = (rows: readonly Row[], channel: 'inApp' | 'push' | 'email') =>
    rows.map(({ kind, label }) => (
      <Switch
        key={kind}
        label={label}
        isSelected={notifications.matrix[kind][channel]}
        isDisabled={!isLoaded}
        onChange={(on) => change({ notifications: { matrix: { [kind]: { [channel]: on } } } })}
      />
    ));
  return (
    <>
      <fieldset className={styles.group}>
        <legend>In the app</legend>
        {switches(KINDS, 'inApp')}
        <Switch label="Sound" description="A short tone for a new message." isSelected={notifications.sound} isDisabled={!isLoaded} onChange={(sound) => save({ sound })} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>As a browser notification</legend>
        <BrowserNotifications lockScreen={notifications.lockScreen} isDisabled={!isLoaded} onChange={(lockScreen) => save({ lockScreen })} />
        {switches(PUSHED, 'push')}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>By email</legend>
        {switches(MAILED, 'email')}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Daily question</legend>
        <div className={styles.times}>
          <TimeField label="Daily question time" value={notifications.dailyQuestionTime} isDisabled={!isLoaded} onChange={(dailyQuestionTime) => save({ dailyQuestionTime })} />
        </div>
        <p className={styles.soft}>When to remind you of a question you have not answered yet, by the clock that the two of you share.</p>
      </fieldset>
      <QuietHours quietHours={notifications.quietHours} isDisabled={!isLoaded} onChange={(quietHours) => change({ notifications: { quietHours } })} />
      <MuteForAWhile mutedUntil={notifications.mutedUntil} isDisabled={!isLoaded} onChange={(mutedUntil) => save({ mutedUntil })} />
    </>
  );
}
