import type { PartnerView } from '@duet/contracts';
import { OPEN_END, newestSeq } from '@duet/contracts/plain';
import { ArrowDown, HeartHandshake } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { appLock } from '../../../platform/app-lock/app-lock.js';
import { useLive, useLiveState } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Skeleton } from '../../../ui/spinner.js';
import { groupingOf } from '../lines.js';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.js';
import { MoreMessages } from './more-messages.js';
import { TypingIndicator } from './typing-indicator.js';
import type { VisibleList } from '../use-conversation.js';
import { useAtEnd, useMessageList, usePlace, useStayAtEnd } from './use-message-list.js';
import { useMessageKeys } from './use-message-keys.js';
import { useReading } from './use-reading.js';
import { VisibleMessagesContext } from './visible-messages.js';

interface MessageListProps {
  visibleList: VisibleList;
  partner: PartnerView;
  self: string;
}

/** The next page loads when the reader is this many messages away from the end of the loaded range. */
const LOAD_AHEAD = 30;
const MAX_COUNT = 99;

export function MessageList({ visibleList, partner, self }: MessageListProps) {
  const { conversation } = useLive();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const [openedAt] = useState(() => newestSeq(visibleList.conversation));
  const place = useLiveState((state) => state.live.place);
  const unreadFrom = useLiveState((state) => state.live.unreadFrom);
  const list = useMessageList(scroller, visibleList, place, active);
  usePlace(scroller, list, visibleList, place, unreadFrom);
  useStayAtEnd(scroller, list, visibleList);
  useOwnWords(visibleList, conversation.toLatest);
  const atEnd = useAtEnd(scroller, list, visibleList);
  const { onKeyDown } = useMessageKeys(scroller, list, active, setActive, conversation.toLatest);
  const items = list.getVirtualItems();
  const { containerRef, measureElement, range } = list;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  // Nothing is visible before the first layout; echoes stand below all stored messages.
  const lastSeen = range === null ? 0 : (visibleList.seqs[last] ?? visibleList.seqs.at(-1) ?? 0);
  const { visible, below } = useReading(scroller, visibleList, self, unreadFrom);
  useRememberPlaceWhenLocked(atEnd ? 0 : lastSeen, conversation.rememberPlace);
  const hasNewer = visibleList.range.to !== OPEN_END;
  return (
    <div className={styles.listFrame}>
      {/* Rendered rows change while scrolling, so the list is not a live region; `NewMessages` is. */}
      <div
        ref={scroller}
        className={styles.list}
        role="log"
        aria-live="off"
        aria-label={t('messages.messagesWithFirstName', { firstName: partner.firstName })}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {visibleList.count === 0 && (
          <EmptyState
            icon={<HeartHandshake size={26} aria-hidden />}
            title={t('messages.sayHelloToFirstName', { firstName: partner.firstName })}
            level={3}
          >
            <p>{t('messages.thisPlaceIsForTheTwo')}</p>
          </EmptyState>
        )}
        <div className={styles.lines} ref={containerRef}>
          {visibleList.range.from > 1 && <MoreMessages way="older" isNear={range !== null && first < LOAD_AHEAD} />}
          <VisibleMessagesContext value={visible}>
            <div role="list">
              {items.map(({ key, index }) => {
                const line = visibleList.lineAt(index);
                if (!line) return null;
                return (
                  <div key={key} ref={measureElement} data-index={index} className={styles.row}>
                    <MessageRow
                      line={line}
                      {...groupingOf(visibleList.lineAt(index - 1), line, visibleList.lineAt(index + 1), unreadFrom)}
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
          </VisibleMessagesContext>
          {hasNewer && <MoreMessages way="newer" isNear={range !== null && last > visibleList.count - LOAD_AHEAD} />}
          {!hasNewer && <TypingIndicator partner={partner} />}
        </div>
      </div>
      {!atEnd && (
        <IconButton
          label={below > 0 ? t('messages.jumpToLatestBelowNew', { below }) : t('messages.jumpToLatest')}
          look="secondary"
          className={styles.jump}
          onPress={conversation.toLatest}
        >
          <ArrowDown size={20} aria-hidden />
          {below > 0 && <span className={styles.jumpCount}>{below > MAX_COUNT ? `${MAX_COUNT}+` : below}</span>}
        </IconButton>
      )}
    </div>
  );
}

/** The app lock unmounts the list: remembers where the user was reading. */
function useRememberPlaceWhenLocked(lastSeen: number, rememberPlace: (seq: number) => void): void {
  const seen = useRef(lastSeen);
  useLayoutEffect(() => {
    seen.current = lastSeen;
  }, [lastSeen]);
  useEffect(
    () => () => {
      if (appLock.get().isLocked && seen.current > 0) rememberPlace(seen.current);
    },
    [rememberPlace],
  );
}

/** Scrolls to the end when the user sends a message. An echo also becomes the newest one when a later one is stored first. */
function useOwnWords({ echoes }: VisibleList, toLatest: () => void): void {
  const known = useRef(echoes);
  useLayoutEffect(() => {
    const newest = echoes.at(-1)?.key;
    if (newest !== undefined && !known.current.some(({ key }) => key === newest)) toLatest();
    known.current = echoes;
  }, [echoes, toLatest]);
}

export function MessageSkeletons() {
  return (
    <div className={styles.skeletons} aria-busy="true" role="status" aria-label={t('messages.loadingMessages')}>
      {[styles.theirs, styles.theirs, styles.mine, styles.theirs, styles.mine].map((side, index) => (
        <Skeleton key={index} className={`${styles.skeleton} ${side}`} />
      ))}
    </div>
  );
}
