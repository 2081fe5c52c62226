import { MailOpen, Star, StarOff } from 'lucide-react';
import { showFailure } from '../../../api/show-failure.js';
import { useLive, useLiveState } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import type { MenuEntry } from '../../../ui/menu-entry.js';
import { toast } from '../../../ui/toast-queue.js';
import { useStarMutation } from '../own-marks-api.js';
import type { MessageActs, OpenOverlay } from './acts.js';

const SIZE = { size: 18, 'aria-hidden': true } as const;

/** The menu entries for what the user does with a message alone; the partner never learns of it. */
export function useOwnEntries(acts: MessageActs, { message }: OpenOverlay): MenuEntry[] {
  const { conversation } = useLive();
  const [star] = useStarMutation();
  const isStarred = useLiveState(({ live }) => Boolean(live.conversation?.own.marks[message.seq]?.starredAt));
  const { chatId, _id: id, seq } = message;
  const toggle = async (): Promise<void> => {
    const { error } = await star({ chatId, id, isStarred: !isStarred });
    if (error) showFailure(error);
  };
  const markUnread = async (): Promise<void> => {
    if (await conversation.markUnread(seq)) toast.success(t('messages.markedUnread'));
    else toast.error(t('common.failed'));
  };
  const entries: MenuEntry[] = [
    {
      id: 'star',
      label: isStarred ? t('messages.unstar') : t('messages.star'),
      icon: isStarred ? <StarOff {...SIZE} /> : <Star {...SIZE} />,
      onAction: () => void toggle(),
    },
  ];
  if (message.sender._id !== acts.self)
    entries.push({
      id: 'unread',
      label: t('messages.markUnread'),
      icon: <MailOpen {...SIZE} />,
      onAction: () => void markUnread(),
    });
  return entries;
}
