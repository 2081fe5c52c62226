import type { PartnerView } from '@duet/contracts';
import { MessageCircleOff } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { conversationHasPage, useLive, useLiveState } from '../../sync/index.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { late } from '../../ui/late.js';
import { ActsContext, type MessageMake, type ReportMessage } from './actions/acts.js';
import { Composer } from './composer/composer.js';
import { ConversationHeader } from './conversation-header.js';
import styles from './conversation.module.css';
import { FindingMessage } from './list/finding-message.js';
import { MessageList, MessageSkeletons } from './list/message-list.js';
import { MessageOverlays } from './actions/message-overlays.js';
import { NewMessages } from './list/new-messages.js';
import { PinnedBar } from './pinned/pinned-bar.js';
import { RetryAll } from './list/retry-all.js';
import { useSearchKey } from './search/use-search-key.js';
import { UploadPauseNote } from './list/upload-pause.js';
import { useConversation } from './use-conversation.js';
import { useMessageActs } from './actions/use-message-acts.js';

const SearchBar = late(async () => (await import('./search/search-bar.js')).SearchBar);

interface ConversationProps {
  chatId: string;
  partner: PartnerView;
  /** The seq of a message to show, for example a search result. */
  jumpTo: number | null;
  /** It is part of another page. */
  isEmbedded: boolean;
  /** The state of the connection, for a screen that has no top bar. */
  connection: ReactNode;
  makes: readonly MessageMake[];
  onReport: ReportMessage;
}

/** The couple's conversation. Fills its container, on its own page or inside another. */
export function Conversation({ chatId, partner, jumpTo, isEmbedded, connection, makes, onReport }: ConversationProps) {
  const { user } = useSession();
  const self = user?._id ?? '';
  const acts = useMessageActs(chatId, self, partner, makes, onReport);
  const [searchTurn, setSearchTurn] = useState<number | null>(null);
  const openSearch = (): void => setSearchTurn((searchTurn ?? 0) + 1);
  useSearchKey(isEmbedded ? null : openSearch);
  useEffect(() => (isEmbedded ? undefined : conversationHasPage(chatId)), [chatId, isEmbedded]);
  return (
    <ActsContext value={acts}>
      <section
        className={styles.frame}
        aria-label={t('messages.conversationWithFirstName', { firstName: partner.firstName })}
      >
        <ConversationHeader
          chatId={chatId}
          partner={partner}
          isEmbedded={isEmbedded}
          connection={connection}
          onSearch={openSearch}
        />
        {searchTurn !== null && (
          <SearchBar partner={partner} jump={acts.jump} turn={searchTurn} onClose={() => setSearchTurn(null)} />
        )}
        <PinnedBar chatId={chatId} />
        <Messages chatId={chatId} partner={partner} self={self} jumpTo={jumpTo} />
        <Composer chatId={chatId} partner={partner} isEmbedded={isEmbedded} />
        <MessageOverlays />
      </section>
    </ActsContext>
  );
}

type MessagesProps = Pick<ConversationProps, 'chatId' | 'partner' | 'jumpTo'> & { self: string };

/** The part that renders with every message; the header and the composer do not. */
function Messages({ chatId, partner, self, jumpTo }: MessagesProps) {
  const { conversation } = useLive();
  const { load, visibleList } = useConversation(chatId, self);
  const rangeChanges = useLiveState((state) => state.live.place.rangeChanges);
  const isLoaded = load === 'ready' || load === 'kept';
  const hasOwnMeanwhile = visibleList !== null && visibleList.conversation.since === null && visibleList.count > 0;
  useEffect(() => {
    if (load === 'ready' && jumpTo !== null) void conversation.goTo(jumpTo);
  }, [conversation, load, jumpTo]);
  return (
    <>
      {load === 'loading' && <MessageSkeletons />}
      {load === 'failed' && (
        <div className={styles.middle}>
          <EmptyState
            icon={<MessageCircleOff size={26} aria-hidden />}
            title={t('messages.theMessagesCouldNotBeLoaded')}
            level={2}
          >
            <Button look="soft" onPress={conversation.reload}>
              {t('common.retry')}
            </Button>
          </EmptyState>
        </div>
      )}
      {visibleList && (isLoaded || hasOwnMeanwhile) && (
        // The own messages before the first page are another list: they would count as new ones in the loaded one.
        <Fragment key={String(isLoaded)}>
          <FindingMessage onRetry={jumpTo === null ? null : () => void conversation.goTo(jumpTo)} />
          {/* Another loaded range is another list: no scroll position of the first one is valid there. */}
          <MessageList key={rangeChanges} visibleList={visibleList} partner={partner} self={self} />
          <NewMessages visibleList={visibleList} partner={partner} />
          <RetryAll chatId={chatId} />
          <UploadPauseNote chatId={chatId} />
        </Fragment>
      )}
    </>
  );
}
