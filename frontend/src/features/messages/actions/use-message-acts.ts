import type { MessageView, PartnerView } from '@duet/contracts';
import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { useMemo, useState } from 'react';
import { useLive } from '../../../sync/index.js';
import { showFailure } from '../../../api/show-failure.js';
import { t } from '../../../texts/index.js';
import { toast } from '../../../ui/toast-queue.js';
import { type MessageActs, type MessageMake, type ReplyTarget, type ReportMessage, createActs } from './acts.js';
import { deletions } from './deletions.js';
import { readDraft } from '../drafts.js';
import { useRecentEmoji } from '../emoji/recent-emoji.js';
import { usePinMutation, useReactMutation, useRemovePreviewMutation } from '../messages-api.js';

async function copyText({ content }: MessageView): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    toast.success(t('messages.copied'));
  } catch {
    toast.error(t('messages.theTextCouldNotBeCopied'));
  }
}

function removeWithUndo({ _id }: MessageView, forMe: boolean): void {
  deletions.add(_id, forMe);
  const shown = toast.undoable(forMe ? t('messages.deletedForYou') : TEXTS.messageDeleted, LIMITS.deleteUndo, {
    label: t('common.undo'),
    onAction: () => deletions.undo(_id),
  });
  // Hovering pauses a toast: closes it, because it must not offer an undo that is too late.
  setTimeout(() => toast.dismiss(shown), LIMITS.deleteUndo);
}

/** The reply of the stored draft: it survives a reload. */
function storedReply(chatId: string): ReplyTarget | null {
  const id = readDraft(chatId)?.replyTo ?? null;
  return id === null ? null : { id, message: null };
}

export function useMessageActs(
  chatId: string,
  self: string,
  partner: PartnerView,
  makes: readonly MessageMake[],
  report: ReportMessage,
): MessageActs {
  const [acts] = useState(() => createActs(storedReply(chatId)));
  const { conversation } = useLive();
  const [react] = useReactMutation();
  const [pin] = usePinMutation();
  const [removePreview] = useRemovePreviewMutation();
  const { rememberEmoji } = useRecentEmoji();
  const { firstName } = partner;
  return useMemo(
    () => ({
      ...acts,
      self,
      nameOf: (userId) => (userId === self ? t('common.you') : firstName),
      jump: (seq) => void conversation.goTo(seq),
      react: (message, emoji) => {
        rememberEmoji(emoji);
        void react({ message, emoji, self }).then(({ error }) => error && showFailure(error));
      },
      copy: (message) => void copyText(message),
      makes,
      pin: (message, isPinned) => void pin({ message, isPinned }).then(({ error }) => error && showFailure(error)),
      removePreview: (message) => void removePreview({ message }).then(({ error }) => error && showFailure(error)),
      remove: (message, forMe = false) => {
        acts.open(null);
        if (acts.read().editing?.message._id === message._id) acts.edit(null);
        if (acts.read().replyTo?.id === message._id) acts.reply(null);
        removeWithUndo(message, forMe);
      },
      report,
    }),
    [acts, conversation, self, firstName, makes, report, react, pin, removePreview, rememberEmoji],
  );
}
