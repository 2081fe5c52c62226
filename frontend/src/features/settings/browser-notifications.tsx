import type { NotificationSettings } from '@duet/contracts';
import { LOCK_SCREEN_TEXTS } from '@duet/contracts/plain';
import { useEffect, useState } from 'react';
import { type PushStatus, push, usePush } from '../../platform/push/push.js';
import { showFailure } from '../../api/show-failure.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import { OpenTabNotifications } from './open-tab-notifications.js';
import styles from './settings.module.css';

const TEXTS_SHOWN: Record<NotificationSettings['lockScreen'], PlainTextKey> = {
  hidden: 'settings.nothing',
  name: 'settings.theName',
  full: 'settings.nameAndText',
};

interface BrowserNotificationsProps {
  lockScreen: NotificationSettings['lockScreen'];
  isDisabled: boolean;
  onChange: (lockScreen: NotificationSettings['lockScreen']) => void;
}

/** Push notifications of this device, and how much they show. */
export function BrowserNotifications({ lockScreen, isDisabled, onChange }: BrowserNotificationsProps) {
  const status = usePush();
  useEffect(() => void push.refreshStatus(), []);
  return (
    <>
      <ThisDevice status={status} />
      <Choice
        label={t('settings.whatTheySayOfAMessage')}
        value={lockScreen}
        options={LOCK_SCREEN_TEXTS.map((value) => ({ value, label: t(TEXTS_SHOWN[value]) }))}
        isDisabled={isDisabled}
        onChange={onChange}
      />
    </>
  );
}

function ThisDevice({ status }: { status: PushStatus }) {
  if (status === 'on' || status === 'off') return <Pushed isOn={status === 'on'} />;
  if (status === 'unknown') return <p className={styles.soft}>{t('settings.onThisDeviceAlsoWhileDuet')}</p>;
  if (status === 'denied') return <Banner>{t('settings.yourBrowserBlocksNotificationsOfThis')}</Banner>;
  if (status === 'install') {
    return <Banner>{t('settings.onAnIPhoneOrIPadNotifications')}</Banner>;
  }
  return (
    <>
      {status === 'unavailable' && <Banner>{t('settings.thisDuetIsNotSetUp')}</Banner>}
      <OpenTabNotifications />
    </>
  );
}

function Pushed({ isOn }: { isOn: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>, failed: (cause: unknown) => void): Promise<void> => {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  };
  const test = (): Promise<void> =>
    run(async () => {
      await push.test();
      toast.success(t('settings.onItsWayItAppearsIn'));
    }, showFailure);
  return (
    <>
      <p className={styles.soft} role="status">
        {isOn ? t('settings.thisDeviceShowsNotificationsAlsoWhile') : t('settings.thisDeviceShowsNoNotificationsWhile')}
      </p>
      <div className={styles.buttons}>
        {isOn ? (
          <>
            <Button size="small" look="soft" isDisabled={isBusy} onPress={() => void test()}>
              {t('settings.sendATestNotification')}
            </Button>
            <Button size="small" isDisabled={isBusy} onPress={() => void run(push.turnOff, showFailure)}>
              {t('settings.turnOffOnThisDevice')}
            </Button>
          </>
        ) : (
          <Button
            size="small"
            look="soft"
            isDisabled={isBusy}
            onPress={() => void run(push.turnOn, () => toast.error(t('settings.yourBrowserCouldNotTurnNotifications')))}
          >
            {t('settings.turnOnNotifications')}
          </Button>
        )}
      </div>
    </>
  );
}
