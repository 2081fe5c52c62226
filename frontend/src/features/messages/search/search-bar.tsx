import type { PartnerView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { SearchField } from '../../../ui/search-field.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import type { ChatSearch } from '../own-marks-api.js';
import { type Filters, SearchFilters } from './search-filters.js';
import { useHighlight } from './highlight.js';
import styles from './search.module.css';
import { type Results, useResults } from './use-results.js';

interface SearchBarProps {
  partner: PartnerView;
  jump: (seq: number) => void;
  /** Rises each time the user asks for the search. */
  turn: number;
  onClose: () => void;
}

/** Searches in the conversation: words, filters, and a walk through the results, each of which the list shows. */
export function SearchBar({ partner, jump, turn, onClose }: SearchBarProps) {
  const self = useSession().user?._id ?? '';
  const bar = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [filters, setFilters] = useState<Filters>({});
  const [openedFrom] = useState(() => document.activeElement);
  const q = useDebounced(typed.trim(), LIMITS.searchDebounce);
  const search = useMemo((): ChatSearch | null => {
    const isAsked = q === '' ? Object.keys(filters).length > 0 : q.length >= LIMITS.searchMinLength;
    return isAsked ? { q, ...filters } : null;
  }, [q, filters]);
  const results = useResults(search, self);
  const seq = results.current?.seq ?? null;
  const show = useEffectEvent(jump);
  useEffect(() => {
    if (seq !== null) show(seq);
  }, [seq, search]);
  // With the focus, not after it: a letter that is typed in between would be selected and replaced.
  useLayoutEffect(() => field.current?.select(), [turn]);
  useHighlight(bar, search?.q ?? '');
  const close = (): void => {
    onClose();
    if (openedFrom instanceof HTMLElement) openedFrom.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys in an overlay of a filter are its own: a menu lies over the bar, a dialog elsewhere on the page.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest('[popover]')) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) results.move(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={bar}
      role="search"
      className={styles.bar}
      aria-label={t('chatSearch.searchTheChat')}
      onKeyDownCapture={onKeyDown}
    >
      <div className={styles.row}>
        <SearchField
          label={t('chatSearch.searchTheChat')}
          labelHidden
          placeholder={t('search.search')}
          value={typed}
          onChange={setTyped}
          maxLength={LIMITS.searchLength}
          autoFocus
          inputRef={field}
          className={styles.field ?? ''}
        />
        <IconButton
          label={t('chatSearch.earlierResult')}
          isDisabled={!results.hasEarlier}
          onPress={() => results.move(1)}
        >
          <ChevronUp size={20} aria-hidden />
        </IconButton>
        <IconButton label={t('chatSearch.laterResult')} isDisabled={!results.hasLater} onPress={() => results.move(-1)}>
          <ChevronDown size={20} aria-hidden />
        </IconButton>
        <IconButton label={t('chatSearch.closeSearch')} onPress={close}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={classes(styles.row, styles.wide)}>
        <SearchFilters filters={filters} partner={partner} onChange={setFilters} onJump={jump} />
        <p className={styles.count} role="status">
          <Count results={results} isTooShort={search === null && q !== ''} />
        </p>
        {(results.state === 'failed' || results.state === 'away') && (
          <Button look="soft" size="small" onPress={results.retry}>
            {t('common.retry')}
          </Button>
        )}
        {results.state === 'done' && results.total === 0 && (
          <NextStep q={q} isFiltered={Object.keys(filters).length > 0} onWithoutFilters={() => setFilters({})} />
        )}
      </div>
    </div>
  );
}

/** The one thing to do where nothing is found. */
function NextStep({
  q,
  isFiltered,
  onWithoutFilters,
}: {
  q: string;
  isFiltered: boolean;
  onWithoutFilters: () => void;
}) {
  if (isFiltered)
    return (
      <Button look="soft" size="small" onPress={onWithoutFilters}>
        {t('chatSearch.withoutFilters')}
      </Button>
    );
  return (
    <LinkButton href={`/search?${new URLSearchParams({ q }).toString()}`} look="soft" size="small">
      {t('chatSearch.everywhere')}
    </LinkButton>
  );
}

function Count({ results, isTooShort }: { results: Results; isTooShort: boolean }) {
  const { number } = useFormats();
  const { state, at, total, isMore } = results;
  if (isTooShort) return t('search.twoLetters');
  if (state === 'loading') return t('search.searching');
  if (state === 'failed') return t('common.searchFailed');
  if (state === 'idle') return null;
  if (total === 0) return t(state === 'away' ? 'chatSearch.nothingOnThisDevice' : 'chatSearch.nothingFound');
  const count = isMore ? t('search.countAndMore', { count: number(total) }) : number(total);
  const values = { at: number(at + 1), count };
  return state === 'away' ? t('chatSearch.onThisDevice', values) : t('chatSearch.resultOf', values);
}
