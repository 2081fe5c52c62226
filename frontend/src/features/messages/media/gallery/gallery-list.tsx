import type { MessageView } from '@duet/contracts';
import { FileText, Images, Link, type LucideIcon, MessageSquare, Mic } from 'lucide-react';
import { type ReactNode, createElement, useEffect, useRef, useState } from 'react';
import { Tile } from '../../../../media/tile.js';
import { Viewer } from '../../../../media/viewer/lazy-viewer.js';
import { useNames } from '../../../../platform/account/names.js';
import { type PlainTextKey, t } from '../../../../texts/index.js';
import { Button } from '../../../../ui/button.js';
import { EmptyState } from '../../../../ui/empty-state.js';
import { useFormats } from '../../../../ui/formats.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { RetryLine } from '../../../../ui/retry-line.js';
import { Spinner } from '../../../../ui/spinner.js';
import { MarkedText } from '../../marked-text.js';
import { FileCard } from '../../../../media/file-card.js';
import styles from './gallery.module.css';
import type { GalleryKind } from '../media-api.js';
import { mediaItemsOf, visualItemsOf } from '../media-items.js';
import { useGallery } from './use-gallery.js';
import { VoiceNote } from '../voice/voice-note.js';

interface ListProps {
  messages: MessageView[];
  onShowInChat: (seq: number) => void;
}

const EMPTY: Record<GalleryKind, [title: PlainTextKey, howTo: PlainTextKey, icon: LucideIcon]> = {
  media: ['media.noPhotosOrVideosYet', 'media.sendThemWithThePaperclip', Images],
  voice: ['media.noVoiceNotesYet', 'media.holdTheMicrophone', Mic],
  file: ['media.noFilesYet', 'media.sendThemWithThePaperclip', FileText],
  link: ['media.noLinksYet', 'media.pasteALinkIntoAMessage', Link],
};

/** Shared items of one kind, newest first. Scrolling loads more. */
export function GalleryList({ kind, onShowInChat }: { kind: GalleryKind; onShowInChat: (seq: number) => void }) {
  const { messages, state, more } = useGallery(kind);
  const [title, howTo, icon] = EMPTY[kind];
  return (
    <div className={styles.list} aria-busy={state === 'loading'}>
      {state === 'done' && messages.length === 0 && (
        <EmptyState icon={createElement(icon, { size: 26, 'aria-hidden': true })} title={t(title)} level={3}>
          <p>{t(howTo)}</p>
        </EmptyState>
      )}
      {kind === 'media' ? (
        <Grid messages={messages} onShowInChat={onShowInChat} />
      ) : (
        <Rows kind={kind} messages={messages} onShowInChat={onShowInChat} />
      )}
      {state === 'away' && (
        <RetryLine className={styles.trouble} role="status" look="soft" label={t('common.tryNow')} onRetry={more}>
          {t(messages.length > 0 ? 'media.onThisDevice' : 'media.nothingOnThisDevice')}
        </RetryLine>
      )}
      {state === 'failed' && (
        <RetryLine className={styles.trouble} role="alert" look="soft" label={t('common.retry')} onRetry={more}>
          {t('common.thisCouldNotBeLoaded')}
        </RetryLine>
      )}
      {state === 'loading' && <Spinner label={t('common.loading')} className={styles.spinner ?? ''} />}
      {state === 'idle' && <More key={messages.length} onNear={more} />}
    </div>
  );
}

/** Loads the next page when it comes near the screen, or by its button. */
function More({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), {
      rootMargin: '300px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [onNear]);
  return (
    <div ref={mark} className={styles.more}>
      <Button look="soft" size="small" onPress={onNear}>
        {t('media.loadMore')}
      </Button>
    </div>
  );
}

/** Groups rows by month. */
function byMonth<T>(rows: readonly T[], monthOf: (row: T) => string): { month: string; rows: T[] }[] {
  const months: { month: string; rows: T[] }[] = [];
  for (const row of rows) {
    const month = monthOf(row);
    const last = months.at(-1);
    if (last?.month === month) last.rows.push(row);
    else months.push({ month, rows: [row] });
  }
  return months;
}

function Grid({ messages, onShowInChat }: ListProps) {
  const { actorOf } = useNames();
  const { month, date, dateTime } = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const visuals = visualItemsOf(messages);
  const entries = visuals.map(({ message, item }) => ({
    item,
    when: dateTime(message.createdAt),
    author: actorOf(message.sender._id),
    onShowInChat: () => {
      setOpened(null);
      onShowInChat(message.seq);
    },
  }));
  return (
    <>
      {byMonth(visuals, ({ message }) => month(message.createdAt)).map(({ month: name, rows }) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.month}>{name}</h3>
          <ul className={styles.grid}>
            {rows.map(({ message, item }) => (
              <li key={item.key}>
                <Tile
                  item={item}
                  variant="thumbnail"
                  style={{ aspectRatio: '1' }}
                  label={t('media.openFrom', {
                    kind: item.kind,
                    ...actorOf(message.sender._id),
                    date: date(message.createdAt),
                  })}
                  onOpen={() => setOpened(item.key)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened !== null && (
        <Viewer
          entries={entries}
          start={entries.findIndex(({ item }) => item.key === opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function Rows({ kind, messages, onShowInChat }: ListProps & { kind: Exclude<GalleryKind, 'media'> }) {
  const { dateTime } = useFormats();
  const { nameOf } = useNames();
  return (
    <ul className={styles.rows}>
      {messages.map((message) => (
        <li key={message._id} className={styles.row}>
          <div className={styles.what}>{contentOf(kind, message)}</div>
          <p className={styles.about}>
            {nameOf(message.sender._id)}, <time dateTime={message.createdAt}>{dateTime(message.createdAt)}</time>
          </p>
          <IconButton
            label={t('common.showInChat')}
            className={styles.show ?? ''}
            onPress={() => onShowInChat(message.seq)}
          >
            <MessageSquare size={18} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function contentOf(kind: Exclude<GalleryKind, 'media'>, message: MessageView): ReactNode {
  const [first] = mediaItemsOf(message);
  if (kind === 'link') return <MarkedText text={message.content} />;
  if (!first) return null;
  if (kind === 'file') return <FileCard item={first} />;
  return (
    <VoiceNote
      item={first}
      message={message}
      trackKey={`${message.sender._id} ${message.clientMessageId}`}
      clientMessageId={message.clientMessageId}
    />
  );
}
