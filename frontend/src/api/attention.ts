import type { MessageView, Settings } from '@duet/contracts';
import { DEFAULT_SETTINGS, TEXTS, isHeard } from '@duet/contracts/plain';
import { toast } from '../ui/toast-queue.js';
import { appLock } from './app-lock.js';
import { chime } from './chime.js';
import { isConversationSeen } from './live-seen.js';
import type { LiveStore } from './live-store.js';
import { isMyTurn } from './one-tab.js';
import { getPartnerStatus } from './partner-status.js';
import { push } from './push.js';
import { getSettings } from './settings.js';

/** What others may read over one's shoulder, or on a locked screen. */
function wordsOf({ content }: MessageView, name: string, { lockScreen }: Settings['notifications']): [title: string, body: string] {
  if (lockScreen === 'hidden' || appLock.get().isLocked) return ['Duet', 'New message'];
  if (lockScreen === 'name' || content === '') return ['Duet', TEXTS.toast.newMessage(name)];
  return [name, content];
}

/** On the device, while the tab is out of sight. A later message takes the place of the one before. */
function notify(message: MessageView, name: string, settings: Settings): void {
  const [title, body] = wordsOf(message, name, settings.notifications);
  try {
    const shown = new Notification(title, { body, tag: message.chatId, icon: '/favicon.svg' });
    shown.addEventListener('click', () => {
      shown.close();
      window.focus();
    });
  } catch {
    // Some phones allow this to service workers only: then the toast and the title tell of it.
  }
}

/** Where the service worker shows what was pushed, a page would only show it twice. */
const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted' && !push.tells() && !push.isTurnedOff();

/** Tells the person of what the partner wrote, as far as they want to hear of it and do not look at it anyway. */
export function createAttention(store: LiveStore) {
  const settings = (): Settings => getSettings.select()(store.getState()).data ?? DEFAULT_SETTINGS;
  const nameOf = ({ sender }: MessageView): string => getPartnerStatus.select()(store.getState()).data?.nickname ?? sender.firstName;

  async function tell(message: MessageView, isSeen: boolean): Promise<void> {
    if (!(await isMyTurn(message._id, isSeen))) return;
    const now = settings();
    const at = new Date();
    if (now.notifications.sound && isHeard(now, 'messages', 'inApp', at)) void chime();
    if (document.visibilityState === 'hidden' && mayNotify() && isHeard(now, 'messages', 'push', at)) notify(message, nameOf(message), now);
  }

  return {
    newMessage(message: MessageView): void {
      const isSeen = isConversationSeen(message.chatId);
      if (!isSeen && isHeard(settings(), 'messages', 'inApp', new Date())) toast.live(TEXTS.toast.newMessage(message.sender.firstName));
      void tell(message, isSeen);
    },
  };
}
