import type { MessageView } from '@duet/contracts';
import { FileText, Images, Link, type LucideIcon, MessageSquare, Mic } from 'lucide-react';
import { type ReactNode, createElement, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../api/session.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Spinner } from '../../../ui/spinner.js';
import { LinkedText } from '../linked-text.js';
import { FileCard } from './file-card.js';
import styles from './gallery.module.css';
import type { GalleryKind } from './media-api.js';
import { shownOf, visualsOf } from './shown.js';
import { Tile } from './tile.js';
import { useGallery } from './use-gallery.js';
import { Viewer } from './viewer.js';
import { VoiceNote } from './voice-note.js';

interface ListProps {
  messages: MessageView[];
  onShowInChat: (seq: number) => void;
}

const EMPTY: Record<GalleryKind, [title: string, icon: LucideIcon]> = {
  media: ['No photos or videos yet', Images],
  voice: ['No voice notes yet', Mic],
  file: ['No files yet', FileText],
  link: ['No links yet', Link],
};

/** One kind of what was shared, newest first; more of it comes as one scrolls. */
export function GalleryList({ kind, onShowInChat }: { kind: GalleryKind; onShowInChat: (seq: number) => void }) {
  const { messages, state, more } = useGallery(kind);
  const [title, icon] = EMPTY[kind];
  return (
    <div className={styles.list} aria-busy={state === 'loading'}>
      {state === 'done' && messages.length === 0 && <EmptyState icon={createElement(icon, { size: 26, 'aria-hidden': true })} title={title} level={3} />}
      {kind === 'media' ? <Grid messages={messages} onShowInChat={onShowInChat} /> : <Rows kind={kind} messages={messages} onShowInChat={onShowInChat} />}
      {state === 'failed' && (
        <p className={styles.trouble} role="alert">
          This could not be loaded.
          <Button look="soft" size="small" onPress={more}>
            Retry
          </Button>
        </p>
      )}
      {state === 'loading' && <Spinner label="Loading" className={styles.spinner ?? ''} />}
      {state === 'idle' && <More key={messages.length} onNear={more} />}
    </div>
  );
}

/** Loads on as soon as it comes near; the button is for those who do not scroll. */
function More({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), { rootMargin: '300px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [onNear]);
  return (
    <div ref={mark} className={styles.more}>
      <Button look="soft" size="small" onPress={onNear}>
        Load more
      </Button>
    </div>
  );
}

/** The months, each with what belongs to it. */
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
  const { month, date } = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const visuals = visualsOf(messages);
  const entries = visuals.map(({ message, item }) => ({
    item,
    at: message.createdAt,
    author: message.sender.firstName,
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
                <Tile item={item} variant="thumbnail" style={{ aspectRatio: '1' }} label={`Open ${item.kind === 'video' ? 'video' : 'photo'} from ${message.sender.firstName}, ${date(message.createdAt)}`} onOpen={() => setOpened(item.key)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened !== null && <Viewer entries={entries} start={entries.findIndex(({ item }) => item.key === opened)} onClose={() => setOpened(null)} />}
    </>
  );
}

function Rows({ kind, messages, onShowInChat }: ListProps & { kind: Exclude<GalleryKind, 'media'> }) {
  const { dateTime } = useFormats();
  const self = useSession().user?._id;
  return (
    <ul className={styles.rows}>
      {messages.map((message) => (
        <li key={message._id} className={styles.row}>
          <div className={styles.what}>{contentOf(kind, message)}</div>
          <p className={styles.about}>
            {message.sender._id === self ? 'You' : message.sender.firstName}, <time dateTime={message.createdAt}>{dateTime(message.createdAt)}</time>
          </p>
          <IconButton label="Show in chat" className={styles.show ?? ''} onPress={() => onShowInChat(message.seq)}>
            <MessageSquare size={18} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function contentOf(kind: Exclude<GalleryKind, 'media'>, message: MessageView): ReactNode {
  const [first] = shownOf(message);
  if (kind === 'link') return <LinkedText text={message.content} />;
  if (!first) return null;
  if (kind === 'file') return <FileCard item={first} />;
  return <VoiceNote item={first} message={message} trackKey={`${message.sender._id} ${message.clientMessageId}`} clientMessageId={message.clientMessageId} />;
}
