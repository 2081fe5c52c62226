import { BookOpen } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { useGetSessionQuery } from './stories-api.js';
import { storyPath } from './story-path.js';
import { readingWords } from './reading-words.js';

/** A reading of a story in the conversation. It shows whose turn it is, and no choice. */
export function StoryChatCard({ id, title }: SharedThing) {
  const { partner } = useNames();
  const { currentData: session, error, refetch } = useGetSessionQuery(id);
  return (
    <ChatCard
      kind={t('cards.story')}
      sign={
        <CardSign>
          <BookOpen />
        </CardSign>
      }
      title={session?.title ?? title}
      href={storyPath(id)}
      error={error}
      onRetry={() => void refetch()}
    >
      {session && <p>{readingWords(session, partner)}</p>}
    </ChatCard>
  );
}
