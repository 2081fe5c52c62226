import type { PartnerView } from '@duet/contracts';
import type { ConversationState } from '@duet/contracts/plain';
import { ArrowDown, HeartHandshake } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { EmptyState } from '../../ui/empty-state.js';
import { IconButton } from '../../ui/icon-button.js';
import { Skeleton } from '../../ui/spinner.js';
import { type Line, blocksOf, dayLabel } from './lines.js';
import { MessageRun } from './message-run.js';
import styles from './message-list.module.css';
import { OlderMessages } from './older-messages.js';
import { TypingIndicator } from './typing-indicator.js';
import { useJump } from './use-jump.js';
import { useScroll } from './use-scroll.js';

interface MessageListProps {
  held: ConversationState;
  lines: Line[];
  partner: PartnerView;
  self: string;
  isSeen: boolean;
  jumpTo: number | null;
}

const firstUnread = (lines: Line[], readUpTo: number): number | null =>
  lines.find((line) => line.state === 'arrived' && line.seq !== null && line.seq > readUpTo)?.seq ?? null;

export function MessageList({ held, lines, partner, self, isSeen, jumpTo }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // As of the opening: the line stays where it was while the marker moves on.
  const [unreadFrom] = useState(() => firstUnread(lines, held.markers[self]?.upTo ?? 0));
  const blocks = useMemo(() => blocksOf(lines, unreadFrom), [lines, unreadFrom]);
  const { atEnd, toEnd } = useScroll(scroller, lines, self);
  useJump(scroller, held, jumpTo);
  const isLoadingOlder = useLiveState((state) => state.live.older === 'loading');
  const unread = useReading(lines, held, self, isSeen && atEnd);
  const now = new Date();
  return (
    <div className={styles.listFrame}>
      <div
        ref={scroller}
        className={styles.list}
        role="log"
        aria-label={`Messages with ${partner.firstName}`}
        aria-busy={isLoadingOlder}
        tabIndex={0}
      >
        <OlderMessages scroller={scroller} hasOlder={held.window?.hasOlder === true} />
        <div className={styles.lines}>
          {lines.length === 0 && (
            <EmptyState icon={<HeartHandshake size={26} aria-hidden />} title={`Say hello to ${partner.firstName}`} level={3}>
              <p>This place is for the two of you. Nobody else can read along.</p>
            </EmptyState>
          )}
          {blocks.map((block) => {
            if (block.kind === 'unread') return <p key={block.key} className={styles.unread}>New</p>;
            if (block.kind === 'run') return <MessageRun key={block.key} block={block} partner={partner} isMine={block.senderId === self} found={jumpTo} />;
            return (
              <p key={block.key} className={styles.day}>
                <time dateTime={block.at}>{dayLabel(block.at, now)}</time>
              </p>
            );
          })}
          <TypingIndicator partner={partner} onShown={atEnd ? toEnd : undefined} />
        </div>
      </div>
      {!atEnd && (
        <IconButton label={unread > 0 ? `Jump to latest, ${unread} new` : 'Jump to latest'} look="secondary" className={styles.jump} onPress={toEnd}>
          <ArrowDown size={20} aria-hidden />
          {unread > 0 && <span className={styles.jumpCount}>{unread}</span>}
        </IconButton>
      )}
    </div>
  );
}

/** Whoever looks at the end of the conversation has read it. @returns how many of the partner's are unread. */
function useReading(lines: Line[], held: ConversationState, self: string, isReading: boolean): number {
  const { conversation } = useLive();
  const readUpTo = held.markers[self]?.upTo ?? 0;
  const unread = useMemo(() => lines.filter((line) => line.state === 'arrived' && (line.seq ?? 0) > readUpTo), [lines, readUpTo]);
  const newest = unread.at(-1)?.seq ?? null;
  useEffect(() => {
    if (isReading && newest !== null) void conversation.markRead(self, newest);
  }, [conversation, isReading, newest, self]);
  return unread.length;
}

export function MessageSkeletons() {
  return (
    <div className={styles.skeletons} aria-busy="true" role="status" aria-label="Loading messages">
      {[styles.theirs, styles.theirs, styles.mine, styles.theirs, styles.mine].map((side, index) => (
        <Skeleton key={index} className={`${styles.skeleton} ${side}`} />
      ))}
    </div>
  );
}
