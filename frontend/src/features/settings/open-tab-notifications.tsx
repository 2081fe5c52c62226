import { useState } from 'react';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './settings.module.css';

type Permission = NotificationPermission | 'unsupported';

const permissionNow = (): Permission => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission);

/** Some phones offer the name but show notifications only for apps that were installed. */
function show(title: string, body: string): boolean {
  try {
    return Boolean(new Notification(title, { body, icon: '/favicon.svg', tag: 'duet-test' }));
  } catch {
    return false;
  }
}

/** Where nobody can be told while no page is open: the browser shows them only when it was allowed to, and only while Duet is open in a tab. */
export function OpenTabNotifications() {
  const [permission, setPermission] = useState<Permission>(permissionNow);
  const ask = async (): Promise<void> => setPermission(await Notification.requestPermission());
  const test = (): void => {
    toast.live('This is what a notice in the app looks like');
    if (permission === 'granted' && !show('Duet', 'This is what a browser notification looks like')) {
      toast.error('This browser cannot show notifications');
    }
  };
  return (
    <>
      <p className={styles.soft}>Shown by your browser while Duet is open in a tab, also when you look at something else.</p>
      {permission === 'denied' && <Banner>Your browser blocks notifications of this page. You can allow them in the browser’s settings for this page.</Banner>}
      {permission === 'unsupported' && <Banner>This browser cannot show notifications.</Banner>}
      <div className={styles.buttons}>
        {permission === 'default' && (
          <Button size="small" look="soft" onPress={() => void ask()}>
            Allow browser notifications
          </Button>
        )}
        <Button size="small" onPress={test}>
          Test
        </Button>
      </div>
    </>
  );
}
