import type { PartnerView } from '@duet/contracts';
import { LIMITS, TEXTS, rules } from '@duet/contracts/plain';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useLive } from '../../api/live-context.js';
import { IconButton } from '../../ui/icon-button.js';
import { draftOf, keepDraft } from './drafts.js';
import styles from './composer.module.css';
import { useTypingSignal } from './use-typing-signal.js';

/** From here on the room that is left is shown. */
const SHOW_COUNT_FROM = LIMITS.messageLength - 500;

interface ComposerProps {
  chatId: string;
  partner: PartnerView;
}

/** Enter sends, Shift+Enter is a new line; an Enter that ends an input method's word does neither. */
export function Composer({ chatId, partner }: ComposerProps) {
  const { outgoing } = useLive();
  const [text, setText] = useState(() => draftOf(chatId));
  const field = useRef<HTMLTextAreaElement>(null);
  const { typed, stopped } = useTypingSignal(chatId);
  const countId = useId();
  const length = [...text].length;
  const isTooLong = length > LIMITS.messageLength;
  const canSend = rules.messageContent(text) === null;
  useGrowing(field, text);

  const write = (next: string): void => {
    setText(next);
    keepDraft(chatId, next);
  };

  const send = (event?: SyntheticEvent): void => {
    event?.preventDefault();
    if (!canSend) return;
    stopped();
    write('');
    // Whatever goes wrong before the text is stored gives it back.
    void outgoing.send(chatId, text).catch(() => write(text));
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) send(event);
  };

  return (
    <form className={styles.composer} onSubmit={send}>
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={text}
        aria-label={`Message ${partner.firstName}`}
        placeholder={`Message ${partner.firstName}`}
        aria-invalid={isTooLong}
        aria-describedby={length > SHOW_COUNT_FROM ? countId : undefined}
        enterKeyHint="send"
        dir="auto"
        onChange={(event) => {
          write(event.target.value);
          if (event.target.value.trim() === '') stopped();
          else typed();
        }}
        onKeyDown={onKeyDown}
        onBlur={stopped}
      />
      <IconButton label="Send" look="primary" type="submit" isDisabled={!canSend}>
        <SendHorizontal size={20} aria-hidden />
      </IconButton>
      {length > SHOW_COUNT_FROM && (
        <p id={countId} className={styles.count} data-over={isTooLong} role={isTooLong ? 'alert' : undefined}>
          {isTooLong ? `${TEXTS.contentTooLong} (${length - LIMITS.messageLength} too many)` : `${LIMITS.messageLength - length} left`}
        </p>
      )}
    </form>
  );
}

/** As tall as its text; where the browser does that by itself, this finds nothing to do. */
function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  useEffect(() => {
    const element = field.current;
    if (!element || Reflect.has(element.style, 'fieldSizing')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [field, text]);
}
