import { Trophy } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { CategorySign } from './categories.js';
import { statusWords, whenWords } from './challenge-words.js';
import { useGetChallengeQuery } from './challenges-api.js';
import { Progress } from './progress.js';

/** A challenge in the conversation. */
export function ChallengeChatCard({ id, title }: SharedThing) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { currentData: challenge, error, refetch } = useGetChallengeQuery(id);
  return (
    <ChatCard
      kind={t('cards.challenge')}
      sign={
        challenge ? (
          <CategorySign category={challenge.category} />
        ) : (
          <CardSign>
            <Trophy size={22} />
          </CardSign>
        )
      }
      title={challenge?.title ?? title}
      href={`/challenges/${id}`}
      error={error}
      onRetry={() => void refetch()}
    >
      {challenge && (
        <>
          <p>
            {[statusWords(challenge), whenWords(challenge, formats, zone)].filter((words) => words !== '').join(' · ')}
          </p>
          {['active', 'paused', 'completed'].includes(challenge.status) && <Progress progress={challenge.progress} />}
        </>
      )}
    </ChatCard>
  );
}
