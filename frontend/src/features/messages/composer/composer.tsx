import type { MessageView, PartnerView } from '@duet/contracts';
import { messageAt, newestSeq, rules } from '@duet/contracts/plain';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { type LiveRoot, useLive } from '../../../sync/index.js';
import { useHasPart } from '../../../platform/account/parts.js';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { late } from '../../../ui/late.js';
import { usePhone } from '../../../ui/use-phone.js';
import { useActs, useActsState } from '../actions/acts.js';
import { hasOwnWords } from '../actions/message-kinds.js';
import { ReplyBar } from './composer-bar.js';
import { ComposerField } from './composer-field.js';
import styles from './composer.module.css';
import { useComposerMedia } from '../media/tray/composer-media.js';
import { ScheduledBanner } from '../scheduled/scheduled-banner.js';
import { SendLater } from '../scheduled/late-send-later.js';
import { StickerTools } from '../stickers/sticker-tools.js';
import { useMessageDraft } from './use-message-draft.js';
import { useTypingSignal } from './use-typing-signal.js';

const EditMessage = late(async () => (await import('./edit-message.js')).EditMessage);
const AroundComposer = late(async () => (await import('./around-composer.js')).AroundComposer);

interface ComposerProps {
  chatId: string;
  partner: PartnerView;
  /** The conversation is part of another page, whose keys are not the composer's. */
  isEmbedded: boolean;
}

/** Writes the next message, or edits an earlier one. */
export function Composer(props: ComposerProps) {
  const acts = useActs();
  const editing = useActsState((state) => state.editing);
  // The text being written stays while another message is edited.
  return (
    <div className={styles.composer} data-composer>
      <ScheduledBanner chatId={props.chatId} />
      {editing && (
        <EditMessage
          key={editing.message._id}
          message={editing.message}
          begun={editing.text}
          onClose={() => acts.edit(null)}
        />
      )}
      <Write {...props} isHidden={editing !== null} />
    </div>
  );
}

/** The newest own text among the last hundred messages. */
function lastOwnText(state: LiveRoot, self: string): MessageView | null {
  const { conversation } = state.live;
  if (!conversation) return null;
  const newest = newestSeq(conversation);
  for (let seq = newest; seq > Math.max(0, newest - 100); seq -= 1) {
    const message = messageAt(conversation, seq);
    if (message?.sender._id === self && hasOwnWords(message) && message.deletedAt === null) return message;
  }
  return null;
}

function Write({ chatId, partner, isEmbedded, isHidden }: ComposerProps & { isHidden: boolean }) {
  const { pending } = useLive();
  const isPhone = usePhone();
  const label = t('messages.messageFirstName', { firstName: partner.firstName });
  const store = useStore<LiveRoot>();
  const acts = useActs();
  const replyTo = useActsState((state) => state.replyTo);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, sent } = useMessageDraft(chatId, field);
  const { typed, stopped } = useTypingSignal(chatId);
  const hasGestures = useHasPart('gestures');
  const media = useComposerMedia({ chatId, replyTo: replyTo?.id ?? null, onSent: sent });
  const hasText = rules.messageContent(text) === null;
  const canSend = media.hasFiles ? !media.isSending && (hasText || text.trim() === '') : hasText;
  useFocusOn(field, replyTo?.message ?? null);
  useFocusOnReturn(field, isHidden);

  const sendText = (): void => {
    void pending.sendText(chatId, text, replyTo?.id ?? null);
    sent();
  };
  const send = (): void => {
    if (!canSend) return;
    stopped();
    if (media.hasFiles) media.sendFiles(text);
    else sendText();
    field.current?.focus();
  };
  const change = (next: string): void => {
    write(next);
    if (next.trim() === '') stopped();
    else typed();
  };
  /** Words from elsewhere go to the end of what is written. */
  const insert = (words: string): void => change(text.trim() === '' ? words : `${text.trimEnd()}\n${words}`);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && replyTo) acts.reply(null);
    if (event.key !== 'ArrowUp' || text !== '') return;
    const last = lastOwnText(store.getState(), acts.self);
    if (!last) return;
    event.preventDefault();
    acts.edit(last);
  };

  return (
    <form className={styles.form} hidden={isHidden} onSubmit={(event) => event.preventDefault()}>
      {!isEmbedded && <AroundComposer field={field} onText={insert} onFiles={media.addFiles} />}
      {replyTo && <ReplyBar target={replyTo} />}
      {media.tray}
      {media.takeover ?? (
        <>
          {media.attach}
          <ComposerField
            field={field}
            label={label}
            placeholder={isPhone ? t('messages.message') : label}
            value={text}
            onChange={change}
            onSend={send}
            onKey={onKey}
            onBlur={stopped}
            onFiles={media.addFiles}
            tools={
              hasGestures && (
                <StickerTools
                  onSticker={(sticker) => {
                    void pending.sendSticker(chatId, sticker, replyTo?.id ?? null);
                    acts.setReply(null);
                  }}
                  onDrawing={(picture) => {
                    media.sendPicture(picture);
                    acts.setReply(null);
                  }}
                />
              )
            }
          />
          {hasText && !media.hasFiles && (
            <SendLater chatId={chatId} text={text} replyTo={replyTo?.id ?? null} onScheduled={sent} />
          )}
          {canSend || media.mic === null || text !== '' ? (
            <IconButton label={t('messages.send')} look="primary" isDisabled={!canSend} onPress={send}>
              <SendHorizontal size={20} aria-hidden />
            </IconButton>
          ) : (
            media.mic
          )}
        </>
      )}
    </form>
  );
}

/** Moves the focus to the field when a message is chosen for a reply. */
function useFocusOn(field: { current: HTMLTextAreaElement | null }, message: MessageView | null): void {
  useEffect(() => {
    if (message) field.current?.focus();
  }, [field, message]);
}

function useFocusOnReturn(field: { current: HTMLTextAreaElement | null }, isHidden: boolean): void {
  const wasHidden = useRef(isHidden);
  useEffect(() => {
    if (wasHidden.current && !isHidden) field.current?.focus();
    wasHidden.current = isHidden;
  }, [field, isHidden]);
}
