import type { PartnerView } from '@duet/contracts';
import { MessageCircleOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ActsContext } from './acts.js';
import { Composer } from './composer.js';
import { ConversationHeader } from './conversation-header.js';
import styles from './conversation.module.css';
import { FindingMessage } from './finding-message.js';
import { MessageList, MessageSkeletons } from './message-list.js';
import { MessageOverlays } from './message-overlays.js';
import { NewMessages } from './new-messages.js';
import { PinnedBar } from './pinned/pinned-bar.js';
import { RetryAll } from './retry-all.js';
import { useConversation } from './use-conversation.js';
import { useMessageActs } from './use-message-acts.js';
import { useSeen } from './use-seen.js';

interface ConversationProps {
  chatId: string;
  partner: PartnerView;
  /** The seq of a message to show, for example one that was searched for. */
  jumpTo: number | null;
}

/** The couple's conversation. Fills the place it is given, on its own page and inside of others. */
export function Conversation({ chatId, partner, jumpTo }: ConversationProps) {
  const { user } = useSession();
  const { conversation } = useLive();
  const self = user?._id ?? '';
  const frame = useRef<HTMLElement>(null);
  const isSeen = useSeen(chatId, frame);
  const acts = useMessageActs(chatId, self, partner);
  const { load, shown } = useConversation(chatId, self);
  const stretch = useLiveState((state) => state.live.place.stretch);
  useEffect(() => {
    if (load === 'ready' && jumpTo !== null) void conversation.goTo(jumpTo);
  }, [conversation, load, jumpTo]);
  return (
    <ActsContext value={acts}>
      <section ref={frame} className={styles.frame} aria-label={`Conversation with ${partner.firstName}`}>
        <ConversationHeader chatId={chatId} partner={partner} />
        <PinnedBar chatId={chatId} />
        {load === 'loading' && <MessageSkeletons />}
        {load === 'failed' && (
          <div className={styles.middle}>
            <EmptyState icon={<MessageCircleOff size={26} aria-hidden />} title="The messages could not be loaded" level={2}>
              <Button look="soft" onPress={conversation.reload}>
                Retry
              </Button>
            </EmptyState>
          </div>
        )}
        {load === 'ready' && shown && (
          <>
            <FindingMessage onRetry={jumpTo === null ? null : () => void conversation.goTo(jumpTo)} />
            {/* Another stretch of the conversation is another list: nothing of the first one's places holds there. */}
            <MessageList key={stretch} shown={shown} partner={partner} self={self} isSeen={isSeen} />
            <NewMessages shown={shown} partner={partner} />
            <RetryAll chatId={chatId} />
          </>
        )}
        <Composer chatId={chatId} partner={partner} />
        <MessageOverlays />
      </section>
    </ActsContext>
  );
}
