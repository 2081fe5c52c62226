import { LIMITS, TEXTS } from '@duet/contracts/plain';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { said, t } from '../../../texts/index.js';
import styles from './composer.module.css';
import { EmojiButton } from '../emoji/emoji-button.js';

/** From this length on, the field shows how many characters are left. */
const SHOW_COUNT_FROM = LIMITS.messageLength - 500;

interface ComposerFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  /** Stands in the empty field; the label by default. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  /** Keys that the composer handles itself. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onBlur?: () => void;
  onFiles?: (files: File[]) => void;
  /** Beside the emoji button. */
  tools?: ReactNode;
}

/** Enter sends and Shift+Enter starts a new line. An Enter that confirms an input method's word does neither. */
export function ComposerField({
  field,
  label,
  placeholder = label,
  value,
  onChange,
  onSend,
  onKey,
  onBlur,
  onFiles,
  tools,
}: ComposerFieldProps) {
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
      {tools}
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={value}
        aria-label={label}
        placeholder={placeholder}
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
          {isTooLong
            ? t('messages.tooMany', {
                problem: said(TEXTS.contentTooLong),
                count: String(length - LIMITS.messageLength),
              })
            : t('messages.left', { count: LIMITS.messageLength - length })}
        </p>
      )}
    </div>
  );
}

/** Inserts text at the cursor, or where it was before the picker took the focus. */
function useInsert(
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (value: string) => void,
): (piece: string) => void {
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

function fitToContent(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}

/** As tall as its text, where CSS `field-sizing` does not do that. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    if (field.current && !Reflect.has(field.current.style, 'fieldSizing')) fitToContent(field.current);
  }, [field, text]);
}
