import { Trophy } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { ChallengeCategorySign } from './categories.js';
import { challengeStateLine } from './challenge-words.js';
import { useGetChallengeQuery } from './challenges-api.js';
import { ChallengeProgressBar } from './challenge-progress-bar.js';

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
          <ChallengeCategorySign category={challenge.category} />
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
          <p>{challengeStateLine(challenge, formats, zone)}</p>
          {['active', 'paused', 'completed'].includes(challenge.status) && (
            <ChallengeProgressBar progress={challenge.progress} />
          )}
        </>
      )}
    </ChatCard>
  );
}
