import type { PartnerView } from '@duet/contracts';
import { OPEN_END, newestSeq } from '@duet/contracts/plain';
import { ArrowDown, HeartHandshake } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { appLock } from '../../api/app-lock.js';
import { useLive, useLiveState } from '../../api/live-context.js';
import { EmptyState } from '../../ui/empty-state.js';
import { IconButton } from '../../ui/icon-button.js';
import { Skeleton } from '../../ui/spinner.js';
import { settingOf } from './lines.js';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.js';
import { MoreMessages } from './more-messages.js';
import { TypingIndicator } from './typing-indicator.js';
import type { Shown } from './use-conversation.js';
import { useAtEnd, useList, usePlace } from './use-list.js';
import { useMessageKeys } from './use-message-keys.js';
import { useReading } from './use-reading.js';

interface MessageListProps {
  shown: Shown;
  partner: PartnerView;
  self: string;
  isSeen: boolean;
}

/** So many messages before an end of what is loaded, the next ones are asked for. */
const AHEAD = 30;
const COUNTED = 99;

export function MessageList({ shown, partner, self, isSeen }: MessageListProps) {
  const { conversation } = useLive();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const [openedAt] = useState(() => newestSeq(shown.held));
  const place = useLiveState((state) => state.live.place);
  const unreadFrom = useLiveState((state) => state.live.unreadFrom);
  const list = useList(scroller, shown, active);
  usePlace(scroller, list, shown, place, unreadFrom);
  useOwnWords(shown, conversation.toLatest);
  const atEnd = useAtEnd(scroller, list, shown);
  const { onKeyDown } = useMessageKeys(scroller, list, active, setActive, conversation.toLatest);
  const items = list.getVirtualItems();
  const [first, last] = [list.range?.startIndex ?? 0, list.range?.endIndex ?? 0];
  // Nothing is in sight before the first layout; an echo is below all that is stored.
  const lastSeen = list.range === null ? 0 : (shown.seqs[last] ?? shown.seqs.at(-1) ?? 0);
  const below = useReading(shown, self, isSeen, lastSeen, unreadFrom);
  usePlaceBehindLock(atEnd ? 0 : lastSeen, conversation.standsAt);
  const hasNewer = shown.island.to !== OPEN_END;
  return (
    <div className={styles.listFrame}>
      {/* The list holds what is near to the screen only, so it keeps silent; `NewMessages` speaks. */}
      <div ref={scroller} className={styles.list} role="log" aria-live="off" aria-label={`Messages with ${partner.firstName}`} tabIndex={0} onKeyDown={onKeyDown}>
        {shown.count === 0 && (
          <EmptyState icon={<HeartHandshake size={26} aria-hidden />} title={`Say hello to ${partner.firstName}`} level={3}>
            <p>This place is for the two of you. Nobody else can read along.</p>
          </EmptyState>
        )}
        <div className={styles.lines} ref={list.containerRef}>
          {shown.island.from > 1 && <MoreMessages way="older" isNear={list.range !== null && first < AHEAD} />}
          <div role="list">
            {items.map(({ key, index }) => {
              const line = shown.lineAt(index);
              if (!line) return null;
              return (
                <div key={key} ref={list.measureElement} data-index={index} className={styles.row}>
                  <MessageRow
                    line={line}
                    {...settingOf(shown.lineAt(index - 1), line, shown.lineAt(index + 1), unreadFrom)}
                    partner={partner}
                    isMine={line.senderId === self}
                    isFound={line.seq !== null && line.seq === place.seq && line.seq !== unreadFrom && !place.isBack}
                    isFirstUnread={unreadFrom !== null && line.seq === unreadFrom}
                    isNew={line.seq === null || line.seq > openedAt}
                  />
                </div>
              );
            })}
          </div>
          {hasNewer && <MoreMessages way="newer" isNear={list.range !== null && last > shown.count - AHEAD} />}
          {!hasNewer && <TypingIndicator partner={partner} />}
        </div>
      </div>
      {!atEnd && (
        <IconButton label={below > 0 ? `Jump to latest, ${below} new` : 'Jump to latest'} look="secondary" className={styles.jump} onPress={conversation.toLatest}>
          <ArrowDown size={20} aria-hidden />
          {below > 0 && <span className={styles.jumpCount}>{below > COUNTED ? `${COUNTED}+` : below}</span>}
        </IconButton>
      )}
    </div>
  );
}

/** The lock takes the list away: whoever unlocks comes back to what they read. */
function usePlaceBehindLock(lastSeen: number, standsAt: (seq: number) => void): void {
  const seen = useRef(lastSeen);
  seen.current = lastSeen;
  useEffect(
    () => () => {
      if (appLock.get().isLocked && seen.current > 0) standsAt(seen.current);
    },
    [standsAt],
  );
}

/** One's own new words are in sight, wherever one was reading. */
function useOwnWords({ echoes }: Shown, toLatest: () => void): void {
  const newest = echoes.at(-1)?.key;
  const [known] = useState({ newest });
  useLayoutEffect(() => {
    if (newest !== undefined && newest !== known.newest) toLatest();
    known.newest = newest;
  }, [newest, known, toLatest]);
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
