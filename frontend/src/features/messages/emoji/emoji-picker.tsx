import { Apple, Hand, Heart, Leaf, Lightbulb, Smile } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSettings } from '../../../api/settings.js';
import { Button } from '../../../ui/button.js';
import { SearchField } from '../../../ui/search-field.js';
import { Spinner } from '../../../ui/spinner.js';
import { EMOJI_CATEGORIES, type EmojiBook, type EmojiCategory, loadEmoji, searchEmoji } from './emoji-book.js';
import { COLUMNS, EmojiGrid, type Shown } from './emoji-grid.js';
import styles from './emoji.module.css';
import { useRecentEmoji } from './recent-emoji.js';
import { withTone } from './skin-tone.js';
import { ToneChoice } from './tone-choice.js';

const TABS: Record<EmojiCategory, { label: string; icon: typeof Smile }> = {
  smileys: { label: 'Smileys', icon: Smile },
  hearts: { label: 'Hearts', icon: Heart },
  gestures: { label: 'Gestures', icon: Hand },
  objects: { label: 'Objects', icon: Lightbulb },
  nature: { label: 'Nature', icon: Leaf },
  food: { label: 'Food', icon: Apple },
};

/** More results help nobody choose. */
const MOST_FOUND = COLUMNS * 12;

type Loading = { state: 'loading' | 'failed'; book: null } | { state: 'ready'; book: EmojiBook };

function useBook(): Loading & { again: () => void } {
  const [held, setHeld] = useState<Loading>({ state: 'loading', book: null });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    loadEmoji().then(
      (book) => isHere && setHeld({ state: 'ready', book }),
      () => isHere && setHeld({ state: 'failed', book: null }),
    );
    return () => {
      isHere = false;
    };
  }, [tries]);
  const again = (): void => {
    setHeld({ state: 'loading', book: null });
    setTries(tries + 1);
  };
  return { ...held, again };
}

interface EmojiPickerProps {
  onChoose: (emoji: string) => void;
}

/** Six categories, the last used, a search and the skin tone. Loads its list when it opens for the first time. */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  const { state, book, again } = useBook();
  return (
    <div className={styles.picker}>
      {state === 'loading' && (
        <div className={styles.waiting}>
          <Spinner label="Loading emoji" />
        </div>
      )}
      {state === 'failed' && (
        <div className={styles.waiting} role="alert">
          <p>The emoji could not be loaded.</p>
          <Button look="soft" size="small" onPress={again}>
            Retry
          </Button>
        </div>
      )}
      {book && <Pages book={book} onChoose={onChoose} />}
    </div>
  );
}

function Pages({ book, onChoose }: EmojiPickerProps & { book: EmojiBook }) {
  const { emojiTone: tone } = useSettings().settings.appearance;
  const { recent, used } = useRecentEmoji();
  // As of the opening: nothing moves under the finger.
  const [lastUsed] = useState(recent);
  const [query, setQuery] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const names = useMemo(() => new Map(EMOJI_CATEGORIES.flatMap((category) => book[category]).map(({ emoji, name }) => [emoji, name])), [book]);
  const choose = useMemo(
    () => (emoji: string) => {
      used(emoji);
      onChoose(emoji);
    },
    [used, onChoose],
  );
  const isSearching = query.trim() !== '';

  const onSearchKey = (event: KeyboardEvent): void => {
    const first = frame.current?.querySelector<HTMLButtonElement>('[role="grid"] button');
    if (event.key === 'ArrowDown' && first) {
      event.preventDefault();
      first.focus();
    }
    if (event.key === 'Enter' && isSearching) {
      event.preventDefault();
      first?.click();
    }
  };

  const toSearch = (): void => field.current?.focus();
  return (
    <div ref={frame} className={styles.pages}>
      <div onKeyDown={onSearchKey}>
        <SearchField label="Search emoji" labelHidden placeholder="Search emoji" value={query} onChange={setQuery} inputRef={field} autoFocus={window.matchMedia?.('(hover: hover)').matches} />
      </div>
      {isSearching ? (
        <Found book={book} query={query} tone={tone} onChoose={choose} onLeave={toSearch} />
      ) : (
        <>
          <div className={styles.recent}>
            <p className={styles.heading}>Recently used</p>
            <EmojiGrid label="Recently used" emoji={lastUsed.slice(0, COLUMNS).map((emoji) => ({ emoji, name: names.get(emoji) ?? emoji }))} onChoose={choose} onLeave={toSearch} />
          </div>
          <Categories book={book} tone={tone} onChoose={choose} />
        </>
      )}
      <ToneChoice tone={tone} />
    </div>
  );
}

type Tone = Parameters<typeof withTone>[1];

const toned = (entries: readonly { emoji: string; name: string; hasTone: boolean }[], tone: Tone): Shown[] =>
  entries.map(({ emoji, name, hasTone }) => ({ emoji: hasTone ? withTone(emoji, tone) : emoji, name }));

function Categories({ book, tone, onChoose }: EmojiPickerProps & { book: EmojiBook; tone: Tone }) {
  const pages = useMemo(() => EMOJI_CATEGORIES.map((category) => ({ category, emoji: toned(book[category], tone) })), [book, tone]);
  return (
    <Tabs className={styles.tabs}>
      <TabList aria-label="Categories" className={styles.tabList}>
        {EMOJI_CATEGORIES.map((category) => {
          const { label, icon: Icon } = TABS[category];
          return (
            <Tab key={category} id={category} aria-label={label} className={styles.tab}>
              <Icon size={20} aria-hidden />
            </Tab>
          );
        })}
      </TabList>
      {pages.map(({ category, emoji }) => (
        <TabPanel key={category} id={category} className={styles.page}>
          <p className={styles.heading} aria-hidden="true">
            {TABS[category].label}
          </p>
          <EmojiGrid label={TABS[category].label} emoji={emoji} onChoose={onChoose} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Found({ book, query, tone, onChoose, onLeave }: EmojiPickerProps & { book: EmojiBook; query: string; tone: Tone; onLeave: () => void }) {
  const found = useMemo(() => {
    const all = EMOJI_CATEGORIES.flatMap((category) => book[category]);
    return toned(searchEmoji(all, query).slice(0, MOST_FOUND), tone);
  }, [book, query, tone]);
  return (
    <div className={styles.page}>
      <p className={styles.heading} role="status">
        {found.length === 0 ? 'No emoji found' : `${found.length === MOST_FOUND ? `The first ${MOST_FOUND}` : found.length} found`}
      </p>
      {found.length > 0 && <EmojiGrid label="Found" emoji={found} onChoose={onChoose} onLeave={onLeave} />}
    </div>
  );
}
