import type { MessageView, Settings } from '@duet/contracts';
import { shouldNotify } from '@duet/contracts/plain';
import { messageWords } from '../marks/message-words.js';
import { t } from '../texts/index.js';
import { appLock } from '../platform/app-lock/app-lock.js';
import { chime } from '../platform/device/chime.js';
import { attentionOn, becomesVisible } from './live-seen.js';
import type { Toast } from './live-handlers.js';
import type { LiveStore } from './live-store.js';
import { claimNews } from '../platform/tabs/one-tab.js';
import { getPartnerStatus } from '../platform/account/partner-status.js';
import { push } from '../platform/push/push.js';
import { currentSettings, mayToast } from './toast-policy.js';

/** The title and body, as much as the lock-screen setting allows others to read. */
function notificationTextOf(
  message: MessageView,
  name: string,
  { lockScreen }: Settings['notifications'],
): [title: string, body: string] {
  if (lockScreen === 'hidden' || appLock.get().isLocked) return [t('common.duet'), t('push.newMessages', { count: 1 })];
  if (lockScreen === 'name' || message.content === '') return [t('common.duet'), t('push.newMessageFrom', { name })];
  return [name, messageWords(message)];
}

/**
 * A notification for a hidden tab. A later message of the conversation replaces it.
 * @param open navigates to where it leads
 */
function showNotification(message: MessageView, name: string, settings: Settings, open: (path: string) => void): void {
  const [title, body] = notificationTextOf(message, name, settings.notifications);
  try {
    const shown = new Notification(title, { body, tag: message.chatId, icon: '/favicon.svg' });
    shown.addEventListener('click', () => {
      shown.close();
      window.focus();
      open(`/chat/${message.chatId}`);
    });
  } catch {
    // Some phones allow notifications only from service workers: the toast and the tab's title remain.
  }
}

/** Not where the service worker already shows push notifications. */
const mayNotify = (): boolean =>
  'Notification' in window &&
  Notification.permission === 'granted' &&
  !push.showsNotifications() &&
  !push.isTurnedOff();

export type MessageNotifier = ReturnType<typeof createMessageNotifier>;

/** Notifies the user of the partner's messages, as far as the settings allow and the message is not in sight anyway. */
export function createMessageNotifier(
  store: LiveStore,
  showToast: (toast: Toast) => void,
  open: (path: string) => void,
) {
  const nameOf = ({ sender }: MessageView): string =>
    getPartnerStatus.select()(store.getState()).data?.nickname ?? sender.firstName;

  function alertUser(message: MessageView): void {
    const now = currentSettings(store);
    const at = new Date();
    if (now.notifications.sound && shouldNotify(now, 'messages', 'inApp', at)) void chime();
    if (document.visibilityState === 'hidden' && mayNotify() && shouldNotify(now, 'messages', 'push', at))
      showNotification(message, nameOf(message), now, open);
  }

  return {
    /** Shows a toast for a message that is not visible; on the chat page, the jump button counts it instead. */
    async newMessage(message: MessageView): Promise<void> {
      const place = attentionOn(message.chatId);
      const turn = claimNews(message._id, place !== null);
      if (place === 'page' || (place === 'embedded' && (await becomesVisible(message.chatId, message.seq)))) return;
      if (mayToast(store, 'messages'))
        showToast({ kind: 'live', text: t('push.newMessageFrom', { name: nameOf(message) }) });
      if (await turn) alertUser(message);
    },
  };
}
