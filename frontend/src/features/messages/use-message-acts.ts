import type { MessageView, PartnerView } from '@duet/contracts';
import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { useMemo, useState } from 'react';
import { useLive } from '../../api/live-context.js';
import { showFailure } from '../../api/show-failure.js';
import { toast } from '../../ui/toast-queue.js';
import { type MessageActs, type Target, createActs } from './acts.js';
import { deletions } from './deletions.js';
import { draftOf } from './drafts.js';
import { useRecentEmoji } from './emoji/recent-emoji.js';
import { usePinMutation, useReactMutation, useRemovePreviewMutation } from './messages-api.js';

async function copyText({ content }: MessageView): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    toast.success('Copied');
  } catch {
    toast.error('The text could not be copied');
  }
}

function removeWithUndo({ _id }: MessageView): void {
  deletions.add(_id);
  const shown = toast.undoable(TEXTS.messageDeleted, LIMITS.deleteUndo, { label: 'Undo', onAction: () => deletions.undo(_id) });
  // A toast that is held open must not offer what is no longer possible.
  setTimeout(() => toast.dismiss(shown), LIMITS.deleteUndo);
}

/** A reply that was begun before a reload goes on. */
function begunReply(chatId: string): Target | null {
  const id = draftOf(chatId)?.replyTo ?? null;
  return id === null ? null : { id, message: null };
}

export function useMessageActs(chatId: string, self: string, partner: PartnerView): MessageActs {
  const [acts] = useState(() => createActs(begunReply(chatId)));
  const { conversation } = useLive();
  const [react] = useReactMutation();
  const [pin] = usePinMutation();
  const [removePreview] = useRemovePreviewMutation();
  const { used } = useRecentEmoji();
  const { firstName } = partner;
  return useMemo(
    () => ({
      ...acts,
      self,
      nameOf: (userId) => (userId === self ? 'You' : firstName),
      jump: (seq) => void conversation.goTo(seq),
      react: (message, emoji) => {
        used(emoji);
        void react({ message, emoji, self }).then(({ error }) => error && showFailure(error));
      },
      copy: (message) => void copyText(message),
      pin: (message, isPinned) => void pin({ message, isPinned }).then(({ error }) => error && showFailure(error)),
      removePreview: (message) => void removePreview({ message }).then(({ error }) => error && showFailure(error)),
      remove: (message) => {
        acts.open(null);
        if (acts.read().editing?.message._id === message._id) acts.edit(null);
        if (acts.read().replyTo?.id === message._id) acts.reply(null);
        removeWithUndo(message);
      },
    }),
    [acts, conversation, self, firstName, react, pin, removePreview, used],
  );
}
