import type { NotificationKind, NotificationSettings } from '@duet/contracts';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Switch } from '../../ui/toggle.js';
import { BrowserNotifications } from './browser-notifications.js';
import { MuteForAWhile } from './mute-for-a-while.js';
import { QuietHours } from './quiet-hours.js';
import styles from './settings.module.css';
import { TimeField } from './time-field.js';
import { useChange } from './use-change.js';

interface Row {
  kind: NotificationKind;
  label: PlainTextKey;
}

const KINDS: readonly Row[] = [
  { kind: 'messages', label: 'settings.newMessages' },
  { kind: 'partner', label: 'settings.partnerRequestsAndLinks' },
  { kind: 'memories', label: 'settings.memoryCapsules' },
  { kind: 'challenges', label: 'common.challenges' },
  { kind: 'goals', label: 'goals.goals' },
  { kind: 'lists', label: 'lists.lists' },
  { kind: 'stories', label: 'stories.stories' },
  { kind: 'gestures', label: 'settings.smallSigns' },
  { kind: 'dailyQuestion', label: 'common.dailyQuestion' },
  { kind: 'reminders', label: 'settings.remindersOfDates' },
];

/** The kinds that are pushed: all kinds of the app, and reactions, which the app shows at their message only. */
const PUSHED: readonly Row[] = [
  ...KINDS.slice(0, 1),
  { kind: 'reactions', label: 'settings.reactionsToYourMessages' },
  ...KINDS.slice(1),
];

/** The kinds that are mailed: all of the app but messages. */
const MAILED: readonly Row[] = KINDS.filter(({ kind }) => kind !== 'messages');

/** Which notifications are sent, over which channels, and when not. */
export function NotificationsPanel() {
  const { settings, isLoaded, change } = useChange();
  const { notifications } = settings;
  const save = (
    part: Partial<Pick<NotificationSettings, 'sound' | 'lockScreen' | 'mutedUntil' | 'dailyQuestionTime'>>,
  ): void => change({ notifications: part });
  const switches = (rows: readonly Row[], channel: 'inApp' | 'push' | 'email') =>
    rows.map(({ kind, label }) => (
      <Switch
        key={kind}
        label={t(label)}
        isSelected={notifications.matrix[kind][channel]}
        isDisabled={!isLoaded}
        onChange={(on) => change({ notifications: { matrix: { [kind]: { [channel]: on } } } })}
      />
    ));
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('settings.inTheApp')}</legend>
        {switches(KINDS, 'inApp')}
        <Switch
          label={t('settings.sound')}
          description={t('settings.aShortToneForANew')}
          isSelected={notifications.sound}
          isDisabled={!isLoaded}
          onChange={(sound) => save({ sound })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('settings.asABrowserNotification')}</legend>
        <BrowserNotifications
          lockScreen={notifications.lockScreen}
          isDisabled={!isLoaded}
          onChange={(lockScreen) => save({ lockScreen })}
        />
        {switches(PUSHED, 'push')}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('settings.byEmail')}</legend>
        {switches(MAILED, 'email')}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('common.dailyQuestion')}</legend>
        <div className={styles.times}>
          <TimeField
            label={t('settings.dailyQuestionTime')}
            value={notifications.dailyQuestionTime}
            isDisabled={!isLoaded}
            onChange={(dailyQuestionTime) => save({ dailyQuestionTime })}
          />
        </div>
        <p className={styles.soft}>{t('settings.whenToRemindYouOfA')}</p>
      </fieldset>
      <QuietHours
        quietHours={notifications.quietHours}
        isDisabled={!isLoaded}
        onChange={(quietHours) => change({ notifications: { quietHours } })}
      />
      <MuteForAWhile
        mutedUntil={notifications.mutedUntil}
        isDisabled={!isLoaded}
        onChange={(mutedUntil) => save({ mutedUntil })}
      />
    </>
  );
}
