import { useLastSeen, usePresence } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { type Formats, useFormats } from '../../ui/formats.js';
import { useToday } from '../../ui/use-expiring.js';

/** 'Last seen today at 18:04', 'Last seen yesterday at 18:04' or 'Last seen on Sunday, 3 May', by the device's clock. */
export function lastSeenWords(at: string, today: Date, { day, time }: Pick<Formats, 'day' | 'time'>): string {
  const yesterday = new Date(today);
  yesterday.setDate(today.getDate() - 1);
  const seenOn = new Date(at).toDateString();
  if (seenOn === today.toDateString()) return t('messages.lastSeenToday', { time: time(at) });
  if (seenOn === yesterday.toDateString()) return t('messages.lastSeenYesterday', { time: time(at) });
  return t('messages.lastSeenOn', { day: day(at, today) });
}

/** Whether the partner is online, or when they last were; null for users who hide their own presence. */
export function usePresenceWords(userId: string): string | null {
  const isOnline = usePresence(userId);
  const lastSeen = useLastSeen(userId);
  const today = useToday();
  const formats = useFormats();
  if (isOnline === null) return null;
  if (isOnline) return t('messages.online');
  return lastSeen === null ? t('messages.offline') : lastSeenWords(lastSeen, today, formats);
}
