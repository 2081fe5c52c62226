import { Copy, Link2Off, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2, Users } from 'lucide-react';
import type { MenuEntry } from '../../ui/menu.js';
import type { MessageActs, Opened } from './acts.js';

const SIZE = { size: 18, 'aria-hidden': true } as const;

/** Everything that this person may do with a message. */
export function messageEntries(acts: MessageActs, { message, anchor }: Opened): MenuEntry[] {
  const isMine = message.sender._id === acts.self;
  const isPinned = message.pinnedAt !== null;
  const hasText = message.content !== '';
  const entries: (MenuEntry | false)[] = [
    { id: 'reply', label: 'Reply', icon: <Reply {...SIZE} />, onAction: () => acts.reply({ id: message._id, message }) },
    { id: 'react', label: 'React', icon: <SmilePlus {...SIZE} />, onAction: () => acts.open({ what: 'picker', message, anchor }) },
    isMine && message.messageType === 'text' && { id: 'edit', label: 'Edit', icon: <Pencil {...SIZE} />, onAction: () => acts.edit(message) },
    hasText && { id: 'copy', label: 'Copy', icon: <Copy {...SIZE} />, onAction: () => acts.copy(message) },
    { id: 'pin', label: isPinned ? 'Unpin' : 'Pin', icon: isPinned ? <PinOff {...SIZE} /> : <Pin {...SIZE} />, onAction: () => acts.pin(message, !isPinned) },
    message.reactions.length > 0 && { id: 'reactors', label: 'Who reacted', icon: <Users {...SIZE} />, onAction: () => acts.open({ what: 'reactors', message, anchor }) },
    isMine && message.preview !== null && { id: 'remove-preview', label: 'Remove preview', icon: <Link2Off {...SIZE} />, onAction: () => acts.removePreview(message) },
    isMine && { id: 'delete', label: 'Delete', icon: <Trash2 {...SIZE} />, danger: true, onAction: () => acts.remove(message) },
  ];
  return entries.filter((entry) => entry !== false);
}
