import type { MessageView, PartnerView } from '@duet/contracts';
import { type ClientConversation, messageAt, newestSeq } from '@duet/contracts/plain';
import { useCallback, useEffect } from 'react';
import { type NamedPerson, useNames } from '../../platform/account/names.js';
import { useLive, useLiveState, useUnread } from '../../sync/index.js';
import { messageWords } from '../../marks/message-words.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { Button, LinkButton } from '../../ui/button.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Skeleton } from '../../ui/spinner.js';
import { useExpiring } from '../../ui/use-expiring.js';
import styles from './last-message.module.css';
import { systemMessageWords } from './lines.js';

/** How far back the newest message that can be shown may be: earlier ones are deleted or have disappeared. */
const REACH = 100;

/** The newest message that is neither deleted nor has disappeared, and until when it is that. */
function newestShown(conversation: ClientConversation, now: number): { message: MessageView | null; until: number } {
  const newest = newestSeq(conversation);
  for (let seq = newest; seq > Math.max(0, newest - REACH); seq -= 1) {
    const message = messageAt(conversation, seq);
    if (!message || message.deletedAt !== null) continue;
    const until = message.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(message.expiresAt);
    if (until > now) return { message, until };
  }
  return { message: null, until: Number.POSITIVE_INFINITY };
}

/** The words of a message in a line. */
function wordsOf(message: MessageView, author: NamedPerson): string {
  if (message.notice) return systemMessageWords(message.notice, author);
  return message.content === '' ? t('messages.kindOfFile', { kind: message.messageType }) : messageWords(message);
}

/** The newest message of the conversation, and the way into it: what a phone's dashboard has of the chat. */
export function LastMessage({ chatId, partner }: { chatId: string; partner: PartnerView }) {
  const { actorOf } = useNames();
  const live = useLive();
  useEffect(() => live.conversation.open(chatId), [live, chatId]);
  const conversation = useLiveState((state) =>
    state.live.conversation?.chatId === chatId ? state.live.conversation : null,
  );
  const load = useLiveState((state) => state.live.load);
  const unread = useUnread();
  const read = useCallback(
    (now: number) =>
      conversation ? newestShown(conversation, now) : { message: null, until: Number.POSITIVE_INFINITY },
    [conversation],
  );
  const { message } = useExpiring(read);
  const author = message && actorOf(message.sender._id);
  return (
    <section className={styles.last} aria-label={t('messages.conversationWithFirstName', partner)}>
      <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} />
      <div className={styles.words}>
        {message && author ? (
          <>
            <p className={styles.head}>
              <bdi className={styles.author}>{author.name}</bdi>
              <RelativeTime at={message.createdAt} className={styles.age} />
              <Badge count={unread} label={t('messages.unreadMessages')} />
            </p>
            <p className={styles.text} dir="auto">
              {wordsOf(message, author)}
            </p>
          </>
        ) : load === 'loading' ? (
          <Skeleton className={styles.skeleton} />
        ) : load === 'failed' ? (
          <>
            <p>{t('messages.theMessagesCouldNotBeLoaded')}</p>
            <Button look="ghost" size="small" onPress={live.conversation.reload}>
              {t('common.retry')}
            </Button>
          </>
        ) : (
          <p className={styles.author}>{t('messages.sayHelloToFirstName', partner)}</p>
        )}
      </div>
      <LinkButton href="/chat" look="soft" size="small" className={styles.open ?? ''}>
        {t('messages.openChat')}
      </LinkButton>
    </section>
  );
}
