import { Apple, Hand, Heart, Leaf, Lightbulb, Smile } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useSettings } from '../../../platform/account/settings.js';
import { type PlainTextKey, t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { SearchField } from '../../../ui/search-field.js';
import { Spinner } from '../../../ui/spinner.js';
import {
  EMOJI_CATEGORIES,
  type EmojiBook,
  type EmojiCategory,
  type EmojiEntry,
  loadEmoji,
  searchEmoji,
} from './emoji-book.js';
import { COLUMNS, EmojiGrid } from './emoji-grid.js';
import styles from './emoji.module.css';
import { useRecentEmoji } from './recent-emoji.js';
import { withTone } from './skin-tone.js';
import { ToneChoice } from './tone-choice.js';

const TABS: Record<EmojiCategory, { label: PlainTextKey; icon: typeof Smile }> = {
  smileys: { label: 'emoji.smileys', icon: Smile },
  hearts: { label: 'emoji.hearts', icon: Heart },
  gestures: { label: 'emoji.gestures', icon: Hand },
  objects: { label: 'emoji.objects', icon: Lightbulb },
  nature: { label: 'emoji.nature', icon: Leaf },
  food: { label: 'emoji.food', icon: Apple },
};

/** The limit of search results; more would not help the user to choose. */
const MAX_RESULTS = COLUMNS * 12;

type BookState = { state: 'loading' | 'failed'; book: null } | { state: 'ready'; book: EmojiBook };

function useBook(): BookState & { again: () => void } {
  const [bookState, setBookState] = useState<BookState>({ state: 'loading', book: null });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    loadEmoji().then(
      (book) => isHere && setBookState({ state: 'ready', book }),
      () => isHere && setBookState({ state: 'failed', book: null }),
    );
    return () => {
      isHere = false;
    };
  }, [tries]);
  const again = (): void => {
    setBookState({ state: 'loading', book: null });
    setTries(tries + 1);
  };
  return { ...bookState, again };
}

interface EmojiPickerProps {
  onChoose: (emoji: string) => void;
}

/** Six categories, recent emoji, a search and the skin tone. Loads its data when it first opens. */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  const { state, book, again } = useBook();
  return (
    <div className={styles.picker}>
      {state === 'loading' && (
        <div className={styles.waiting}>
          <Spinner label={t('emoji.loadingEmoji')} />
        </div>
      )}
      {state === 'failed' && (
        <div className={styles.waiting} role="alert">
          <p>{t('emoji.theEmojiCouldNotBeLoaded')}</p>
          <Button look="soft" size="small" onPress={again}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {book && <EmojiPages book={book} onChoose={onChoose} />}
    </div>
  );
}

function EmojiPages({ book, onChoose }: EmojiPickerProps & { book: EmojiBook }) {
  const { emojiTone: tone } = useSettings().settings.appearance;
  const { recent, rememberEmoji } = useRecentEmoji();
  // The order when the picker opened, so that no emoji moves while the user chooses.
  const [lastUsed] = useState(recent);
  const [query, setQuery] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const names = useMemo(
    () => new Map(EMOJI_CATEGORIES.flatMap((category) => book[category]).map(({ emoji, name }) => [emoji, name])),
    [book],
  );
  const choose = useMemo(
    () => (emoji: string) => {
      rememberEmoji(emoji);
      onChoose(emoji);
    },
    [rememberEmoji, onChoose],
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
        <SearchField
          label={t('emoji.searchEmoji')}
          labelHidden
          placeholder={t('emoji.searchEmoji')}
          value={query}
          onChange={setQuery}
          inputRef={field}
          autoFocus={window.matchMedia?.('(hover: hover)').matches}
        />
      </div>
      {isSearching ? (
        <Found book={book} query={query} tone={tone} onChoose={choose} onLeave={toSearch} />
      ) : (
        <>
          <div className={styles.recent}>
            <p className={styles.heading}>{t('emoji.recentlyUsed')}</p>
            <EmojiGrid
              label={t('emoji.recentlyUsed')}
              emoji={lastUsed.slice(0, COLUMNS).map((emoji) => ({ emoji, name: names.get(emoji) ?? emoji }))}
              onChoose={choose}
              onLeave={toSearch}
            />
          </div>
          <Categories book={book} tone={tone} onChoose={choose} />
        </>
      )}
      <ToneChoice tone={tone} />
    </div>
  );
}

type Tone = Parameters<typeof withTone>[1];

const toned = (entries: readonly { emoji: string; name: string; hasTone: boolean }[], tone: Tone): EmojiEntry[] =>
  entries.map(({ emoji, name, hasTone }) => ({ emoji: hasTone ? withTone(emoji, tone) : emoji, name }));

function Categories({ book, tone, onChoose }: EmojiPickerProps & { book: EmojiBook; tone: Tone }) {
  const pages = useMemo(
    () => EMOJI_CATEGORIES.map((category) => ({ category, emoji: toned(book[category], tone) })),
    [book, tone],
  );
  return (
    <Tabs className={styles.tabs}>
      <TabList aria-label={t('emoji.categories')} className={styles.tabList}>
        {EMOJI_CATEGORIES.map((category) => {
          const { label, icon: Icon } = TABS[category];
          return (
            <Tab key={category} id={category} aria-label={t(label)} className={styles.tab}>
              <Icon size={20} aria-hidden />
            </Tab>
          );
        })}
      </TabList>
      {pages.map(({ category, emoji }) => (
        <TabPanel key={category} id={category} className={styles.page}>
          <p className={styles.heading} aria-hidden="true">
            {t(TABS[category].label)}
          </p>
          <EmojiGrid label={t(TABS[category].label)} emoji={emoji} onChoose={onChoose} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Found({
  book,
  query,
  tone,
  onChoose,
  onLeave,
}: EmojiPickerProps & { book: EmojiBook; query: string; tone: Tone; onLeave: () => void }) {
  const found = useMemo(() => {
    const all = EMOJI_CATEGORIES.flatMap((category) => book[category]);
    return toned(searchEmoji(all, query).slice(0, MAX_RESULTS), tone);
  }, [book, query, tone]);
  return (
    <div className={styles.page}>
      <p className={styles.heading} role="status">
        {found.length === 0
          ? t('emoji.noEmojiFound')
          : t(found.length === MAX_RESULTS ? 'emoji.firstFound' : 'emoji.countFound', { count: found.length })}
      </p>
      {found.length > 0 && <EmojiGrid label={t('emoji.found')} emoji={found} onChoose={onChoose} onLeave={onLeave} />}
    </div>
  );
}
