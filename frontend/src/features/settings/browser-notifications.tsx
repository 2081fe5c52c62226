import type { NotificationSettings } from '@duet/contracts';
import { LOCK_SCREEN_TEXTS } from '@duet/contracts/plain';
import { useEffect, useState } from 'react';
import { type PushStatus, push, usePush } from '../../api/push.js';
import { showFailure } from '../../api/show-failure.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import { OpenTabNotifications } from './open-tab-notifications.js';
import styles from './settings.module.css';

const TEXTS_SHOWN: Record<NotificationSettings['lockScreen'], string> = { hidden: 'Nothing', name: 'The name', full: 'Name and text' };

interface BrowserNotificationsProps {
  lockScreen: NotificationSettings['lockScreen'];
  isDisabled: boolean;
  onChange: (lockScreen: NotificationSettings['lockScreen']) => void;
}

/** What this device shows while nobody looks at Duet, and how much of it. */
export function BrowserNotifications({ lockScreen, isDisabled, onChange }: BrowserNotificationsProps) {
  const status = usePush();
  useEffect(() => void push.look(), []);
  return (
    <>
      <ThisDevice status={status} />
      <Choice
        label="What they say of a message"
        value={lockScreen}
        options={LOCK_SCREEN_TEXTS.map((value) => ({ value, label: TEXTS_SHOWN[value] }))}
        isDisabled={isDisabled}
        onChange={onChange}
      />
    </>
  );
}

function ThisDevice({ status }: { status: PushStatus }) {
  if (status === 'on' || status === 'off') return <Pushed isOn={status === 'on'} />;
  if (status === 'unknown') return <p className={styles.soft}>On this device, also while Duet is closed.</p>;
  if (status === 'denied') return <Banner>Your browser blocks notifications of this page. You can allow them in the browser’s settings for this page.</Banner>;
  if (status === 'install') {
    return <Banner>On an iPhone or iPad notifications come once Duet is on the home screen: tap Share, then Add to Home Screen, and open Duet from there.</Banner>;
  }
  return (
    <>
      {status === 'unavailable' && <Banner>This Duet is not set up to reach devices while it is closed.</Banner>}
      <OpenTabNotifications />
    </>
  );
}

const REFUSED = 'Your browser could not turn notifications on. Please try again later.';

function Pushed({ isOn }: { isOn: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>, failed: (cause: unknown) => void): Promise<void> => {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  };
  const test = (): Promise<void> => run(async () => {
    await push.test();
    toast.success('On its way. It appears in a moment.');
  }, showFailure);
  return (
    <>
      <p className={styles.soft} role="status">
        {isOn ? 'This device shows notifications, also while Duet is closed.' : 'This device shows no notifications while Duet is closed.'}
      </p>
      <div className={styles.buttons}>
        {isOn ? (
          <>
            <Button size="small" look="soft" isDisabled={isBusy} onPress={() => void test()}>
              Send a test notification
            </Button>
            <Button size="small" isDisabled={isBusy} onPress={() => void run(push.turnOff, showFailure)}>
              Turn off on this device
            </Button>
          </>
        ) : (
          <Button size="small" look="soft" isDisabled={isBusy} onPress={() => void run(push.turnOn, () => toast.error(REFUSED))}>
            Turn on notifications
          </Button>
        )}
      </div>
    </>
  );
}
