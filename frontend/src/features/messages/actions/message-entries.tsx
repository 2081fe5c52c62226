import {
  Copy,
  EyeOff,
  Flag,
  ImageIcon,
  Link2Off,
  Pencil,
  Pin,
  PinOff,
  Reply,
  SmilePlus,
  Trash2,
  Users,
} from 'lucide-react';
import { t } from '../../../texts/index.js';
import type { MenuEntry } from '../../../ui/menu-entry.js';
import type { FileAddresses } from '../../../sync/index.js';
import { canCopyPictures, copyPicture } from './copy-picture.js';
import { hasOwnWords } from './message-kinds.js';
import type { MessageActs, OpenOverlay } from './acts.js';

const SIZE = { size: 18, 'aria-hidden': true } as const;

/**
 * The menu entries for what the user may do with a message.
 * @param own what the user does with it alone
 * @param addresses of the files that can be copied
 */
export function messageEntries(
  acts: MessageActs,
  { message, anchor }: OpenOverlay,
  own: readonly MenuEntry[],
  addresses: FileAddresses,
): MenuEntry[] {
  const [picture] = message.attachments.filter(({ kind }) => kind === 'image');
  const isMine = message.sender._id === acts.self;
  const isPinned = message.pinnedAt !== null;
  const entries: (MenuEntry | false)[] = [
    {
      id: 'reply',
      label: t('messages.reply'),
      icon: <Reply {...SIZE} />,
      onAction: () => acts.reply({ id: message._id, message }),
    },
    {
      id: 'react',
      label: t('messages.react'),
      icon: <SmilePlus {...SIZE} />,
      onAction: () => acts.open({ what: 'picker', message, anchor }),
    },
    isMine &&
      hasOwnWords(message) && {
        id: 'edit',
        label: t('common.edit'),
        icon: <Pencil {...SIZE} />,
        onAction: () => acts.edit(message),
      },
    hasOwnWords(message) && {
      id: 'copy',
      label: t('common.copy'),
      icon: <Copy {...SIZE} />,
      onAction: () => acts.copy(message),
    },
    picture !== undefined &&
      canCopyPictures() && {
        id: 'copy-picture',
        label: t('messages.copyPicture'),
        icon: <ImageIcon {...SIZE} />,
        onAction: () => void copyPicture(addresses.fetch(picture.id, 'display')),
      },
    ...acts.makes
      .filter(({ isOffered }) => isOffered(message))
      .map(({ id, label, icon, make }) => ({ id, label, icon, onAction: () => make(message) })),
    {
      id: 'pin',
      label: isPinned ? t('messages.unpin') : t('messages.pin'),
      icon: isPinned ? <PinOff {...SIZE} /> : <Pin {...SIZE} />,
      onAction: () => acts.pin(message, !isPinned),
    },
    ...own,
    message.reactions.length > 0 && {
      id: 'reactors',
      label: t('messages.whoReacted'),
      icon: <Users {...SIZE} />,
      onAction: () => acts.open({ what: 'reactors', message, anchor }),
    },
    isMine &&
      message.preview !== null && {
        id: 'remove-preview',
        label: t('messages.removePreview'),
        icon: <Link2Off {...SIZE} />,
        onAction: () => acts.removePreview(message),
      },
    !isMine && {
      id: 'report',
      label: t('messages.report'),
      icon: <Flag {...SIZE} />,
      onAction: () => acts.report(message),
    },
    isMine && {
      id: 'delete',
      label: t('common.delete'),
      icon: <Trash2 {...SIZE} />,
      danger: true,
      onAction: () => acts.remove(message),
    },
    {
      id: 'delete-for-me',
      label: t('messages.deleteForMe'),
      icon: <EyeOff {...SIZE} />,
      danger: true,
      onAction: () => acts.remove(message, true),
    },
  ];
  return entries.filter((entry) => entry !== false);
}
