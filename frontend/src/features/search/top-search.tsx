import { LIMITS } from '@duet/contracts/plain';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePartner } from '../../api/partner-status.js';
import { SearchField } from '../../ui/search-field.js';
import { useDebounced } from '../../ui/use-debounced.js';
import { SearchResults } from './search-results.js';
import styles from './search.module.css';

const ARROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

interface TopSearchProps {
  /** The shortcut was pressed: the field must be visible. */
  onOpen: () => void;
  onDone: () => void;
}

/** Search over what the two share. Ctrl or Cmd and K goes here from anywhere. */
export function TopSearch({ onOpen, onDone }: TopSearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { partner } = usePartner();
  const q = useDebounced(text.trim(), LIMITS.searchDebounce);
  useShortcut(() => {
    // Drawn before the next key arrives, so that none is lost.
    flushSync(onOpen);
    input.current?.focus();
  });
  const close = (): void => {
    setOpen(false);
    setText('');
    onDone();
  };
  const walk = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key];
    if (event.key === 'Escape') close();
    if (step === undefined || !box.current) return;
    const stops = [...box.current.querySelectorAll<HTMLElement>('input, a')];
    const here = stops.findIndex((stop) => stop === document.activeElement);
    const next = stops[here + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const isSearching = open && [...q].length >= LIMITS.searchMinLength;
  return (
    <div
      ref={box}
      className={styles.box}
      onKeyDown={walk}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <SearchField
        label="Search memories, challenges and messages"
        labelHidden
        placeholder="Search memories, challenges..."
        value={text}
        onChange={setText}
        maxLength={100}
        inputRef={input}
        className={styles.field ?? ''}
      />
      {isSearching && <SearchResults q={q} isLinked={partner !== null} onFollow={close} />}
    </div>
  );
}

function useShortcut(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
