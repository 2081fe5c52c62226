import { LIMITS } from '@duet/contracts/plain';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';
import { SearchField } from '../../ui/search-field.js';
import { late, sayMissing } from '../../ui/late.js';
import { useDebounced } from '../../ui/use-debounced.js';
import { useKeyDown } from '../../ui/use-key-down.js';
import styles from './search.module.css';
import { useArrowWalk } from './use-arrow-walk.js';

const SearchResults = late(async () => (await import('./search-results.js')).SearchResults, null, sayMissing);

const isLongEnough = (q: string): boolean => [...q].length >= LIMITS.searchMinLength;

interface TopSearchProps {
  /** The shortcut was pressed: the field must be visible. */
  onOpen: () => void;
  onDone: () => void;
}

/** Searches the couple's shared content. Ctrl+K or Cmd+K focuses it from anywhere, Enter shows all results. */
export function TopSearch({ onOpen, onDone }: TopSearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { isAlone } = usePartner();
  const q = useDebounced(text.trim(), LIMITS.searchDebounce);
  const walk = useArrowWalk(box);
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    // Rendered at once, so that the field receives the next key.
    flushSync(onOpen);
    input.current?.focus();
  });
  const close = (): void => {
    setOpen(false);
    setText('');
    onDone();
  };
  const submit = (typed: string): void => {
    const sought = typed.trim();
    if (!isLongEnough(sought)) return;
    void navigate(`/search?${new URLSearchParams({ q: sought }).toString()}`);
    close();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      // Before `close`, because the focus opens: the results go, and one of them may have it.
      input.current?.focus();
      close();
    }
    walk(event);
  };
  return (
    <div
      ref={box}
      className={styles.box}
      onKeyDown={onKey}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <SearchField
        label={t('search.searchMemoriesChallengesAndMessages')}
        labelHidden
        placeholder={t('search.searchMemoriesChallenges')}
        value={text}
        onChange={setText}
        onSubmit={submit}
        maxLength={LIMITS.searchLength}
        inputRef={input}
        className={styles.field ?? ''}
      />
      {open && isLongEnough(q) && (
        <div className={styles.results}>
          <SearchResults search={{ q }} isLinked={!isAlone} onFollow={close} />
        </div>
      )}
    </div>
  );
}
