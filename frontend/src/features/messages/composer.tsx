import type { MessageView, PartnerView } from '@duet/contracts';
import { messageAt, newestSeq, rules } from '@duet/contracts/plain';
import { Check, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLive } from '../../api/live-context.js';
import type { LiveRoot } from '../../api/live-store.js';
import { showFailure } from '../../api/show-failure.js';
import { IconButton } from '../../ui/icon-button.js';
import { useActs, useActsState } from './acts.js';
import { EditBar, ReplyBar } from './composer-bar.js';
import { ComposerField } from './composer-field.js';
import styles from './composer.module.css';
import { useComposerMedia } from './media/composer-media.js';
import { useEditMessageMutation } from './messages-api.js';
import { ScheduledBanner } from './scheduled/scheduled-banner.js';
import { SendLater } from './scheduled/send-later.js';
import { useCurrent } from './use-current.js';
import { useDraft } from './use-draft.js';
import { useTypingSignal } from './use-typing-signal.js';

interface ComposerProps {
  chatId: string;
  partner: PartnerView;
}

/** Where the next message is made, or an earlier one is changed. */
export function Composer(props: ComposerProps) {
  const editing = useActsState((state) => state.editing);
  // What is being written waits while another text is changed.
  return (
    <div className={styles.composer}>
      <ScheduledBanner chatId={props.chatId} />
      {editing && <Edit key={editing.message._id} message={editing.message} begun={editing.text} />}
      <Write {...props} isHidden={editing !== null} />
    </div>
  );
}

/** The newest own text that can still be changed, among the last ones. */
function lastOwnText(state: LiveRoot, self: string): MessageView | null {
  const { held } = state.live;
  if (!held) return null;
  const newest = newestSeq(held);
  for (let seq = newest; seq > Math.max(0, newest - 100); seq -= 1) {
    const message = messageAt(held, seq);
    if (message?.sender._id === self && message.messageType === 'text' && message.deletedAt === null) return message;
  }
  return null;
}

function Write({ chatId, partner, isHidden }: ComposerProps & { isHidden: boolean }) {
  const { outgoing } = useLive();
  const store = useStore<LiveRoot>();
  const acts = useActs();
  const replyTo = useActsState((state) => state.replyTo);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, sent } = useDraft(chatId, field);
  const { typed, stopped } = useTypingSignal(chatId);
  const media = useComposerMedia({ chatId, replyTo: replyTo?.id ?? null, onSent: sent });
  const hasText = rules.messageContent(text) === null;
  const canSend = media.hasFiles ? hasText || text.trim() === '' : hasText;
  useFocusOn(field, replyTo?.message ?? null);
  useFocusOnReturn(field, isHidden);

  const sendText = (): void => {
    const answers = replyTo;
    sent();
    // Whatever goes wrong before the text is stored gives it back.
    void outgoing.send(chatId, text, answers?.id ?? null).catch(() => {
      if (field.current?.value !== '') return;
      acts.replyBecame(answers);
      write(text);
    });
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
      {replyTo && <ReplyBar target={replyTo} />}
      {media.tray}
      {media.takeover ?? (
        <>
          {media.attach}
          <ComposerField field={field} label={`Message ${partner.firstName}`} value={text} onChange={change} onSend={send} onKey={onKey} onBlur={stopped} onFiles={media.addFiles} />
          {hasText && !media.hasFiles && <SendLater text={text} replyTo={replyTo?.id ?? null} onScheduled={sent} />}
          {canSend || media.mic === null || text !== '' ? (
            <IconButton label="Send" look="primary" isDisabled={!canSend} onPress={send}>
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

/** What was begun on a message goes on in the field. */
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

/** Esc leaves the text as it was. */
function Edit({ message: told, begun }: { message: MessageView; begun: string }) {
  const acts = useActs();
  const message = useCurrent(told);
  const [edit] = useEditMessageMutation();
  const [text, setText] = useState(begun);
  const field = useRef<HTMLTextAreaElement>(null);
  const canSave = rules.messageContent(text) === null;
  useFocusOn(field, told);
  useEffect(() => {
    if (message.deletedAt !== null) acts.edit(null);
  }, [acts, message.deletedAt]);

  const save = async (): Promise<void> => {
    if (!canSave) return;
    acts.edit(null);
    if (text === message.content) return;
    const { error } = await edit({ message, content: text });
    if (!error) return;
    showFailure(error);
    if (acts.read().editing === null) acts.edit(message, text);
  };
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <EditBar message={message} />
      <ComposerField field={field} label="Edit message" value={text} onChange={setText} onSend={() => void save()} onKey={(event) => event.key === 'Escape' && acts.edit(null)} />
      <IconButton label="Save" look="primary" isDisabled={!canSave} onPress={() => void save()}>
        <Check size={20} aria-hidden />
      </IconButton>
    </form>
  );
}
