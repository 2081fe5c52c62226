import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import styles from './composer.module.css';
import { EmojiButton } from './emoji/emoji-button.js';

/** From here on the room that is left is shown. */
const SHOW_COUNT_FROM = LIMITS.messageLength - 500;

interface ComposerFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  /** Keys that mean something else than text here. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onBlur?: () => void;
  onFiles?: (files: File[]) => void;
}

/** Enter sends, Shift+Enter is a new line; an Enter that ends an input method's word does neither. */
export function ComposerField({ field, label, value, onChange, onSend, onKey, onBlur, onFiles }: ComposerFieldProps) {
  const countId = useId();
  const length = [...value].length;
  const isTooLong = length > LIMITS.messageLength;
  const insert = useInsert(field, value, onChange);
  useGrowing(field, value);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSend();
    } else onKey?.(event);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  };

  return (
    <div className={styles.box} data-invalid={isTooLong}>
      <EmojiButton onChoose={insert} />
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={value}
        aria-label={label}
        placeholder={label}
        aria-invalid={isTooLong}
        aria-describedby={length > SHOW_COUNT_FROM ? countId : undefined}
        enterKeyHint="send"
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onPaste={onPaste}
      />
      {length > SHOW_COUNT_FROM && (
        <p id={countId} className={styles.count} data-over={isTooLong} role={isTooLong ? 'alert' : undefined}>
          {isTooLong ? `${TEXTS.contentTooLong} (${length - LIMITS.messageLength} too many)` : `${LIMITS.messageLength - length} left`}
        </p>
      )}
    </div>
  );
}

/** Puts a piece of text where the cursor is, or was before the picker took the focus. */
function useInsert(field: RefObject<HTMLTextAreaElement | null>, value: string, onChange: (value: string) => void): (piece: string) => void {
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [field, value]);
  return (piece) => {
    const { selectionStart: from = value.length, selectionEnd: to = from } = field.current ?? {};
    caret.current = from + piece.length;
    onChange(value.slice(0, from) + piece + value.slice(to));
  };
}

/** As tall as its text; where the browser does that by itself, this finds nothing to do. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const element = field.current;
    if (!element || Reflect.has(element.style, 'fieldSizing')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [field, text]);
}
