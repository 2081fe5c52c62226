import { BookOpen } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { useGetReadingQuery } from './stories-api.js';
import { storyPath } from './story-path.js';
import { readingWords } from './reading-words.js';

/** A reading of a story in the conversation. It shows whose turn it is, and no choice. */
export function StoryChatCard({ id, title }: SharedThing) {
  const { partner } = useNames();
  const { currentData: reading, error, refetch } = useGetReadingQuery(id);
  return (
    <ChatCard
      kind={t('cards.story')}
      sign={
        <CardSign>
          <BookOpen />
        </CardSign>
      }
      title={reading?.title ?? title}
      href={storyPath(id)}
      error={error}
      onRetry={() => void refetch()}
    >
      {reading && <p>{readingWords(reading, partner)}</p>}
    </ChatCard>
  );
}
