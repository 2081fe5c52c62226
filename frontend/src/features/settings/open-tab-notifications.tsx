import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './settings.module.css';

type Permission = NotificationPermission | 'unsupported';

const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission);

/** Some phones define `Notification` but show it only for installed apps. */
function show(title: string, body: string): boolean {
  try {
    return Boolean(new Notification(title, { body, icon: '/favicon.svg', tag: 'duet-test' }));
  } catch {
    return false;
  }
}

/** For browsers without push: notifications while Duet is open in a tab, if the user allows them. */
export function OpenTabNotifications() {
  const [permission, setPermission] = useState<Permission>(permissionNow);
  const ask = async (): Promise<void> => setPermission(await Notification.requestPermission());
  const test = (): void => {
    toast.live(t('settings.thisIsWhatANoticeIn'));
    if (permission === 'granted' && !show(t('common.duet'), t('settings.thisIsWhatABrowserNotification'))) {
      toast.error(t('settings.thisBrowserCannotShowNotifications'));
    }
  };
  return (
    <>
      <p className={styles.soft}>{t('settings.shownByYourBrowserWhileDuet')}</p>
      {permission === 'denied' && <Banner>{t('settings.yourBrowserBlocksNotificationsOfThis')}</Banner>}
      {permission === 'unsupported' && <Banner>{t('settings.cannotShowNotifications')}</Banner>}
      <div className={styles.buttons}>
        {permission === 'default' && (
          <Button size="small" look="soft" onPress={() => void ask()}>
            {t('settings.allowBrowserNotifications')}
          </Button>
        )}
        <Button size="small" onPress={test}>
          {t('settings.test')}
        </Button>
      </div>
    </>
  );
}
