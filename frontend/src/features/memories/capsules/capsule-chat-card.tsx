import { Images, Lock, LockOpen } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../../cards/chat-card.js';
import { t } from '../../../texts/index.js';
import { useFormats } from '../../../ui/formats.js';
import { statusWords, whenWords } from './capsule-words.js';
import { useGetCapsuleQuery } from './capsules-api.js';

/** A capsule in the conversation: its outside, as a list of capsules shows it. */
export function CapsuleChatCard({ id, title }: SharedThing) {
  const formats = useFormats();
  const { currentData: capsule, error, refetch } = useGetCapsuleQuery(id);
  const Icon = capsule?.kind === 'keepsake' ? Images : capsule?.status === 'completed' ? LockOpen : Lock;
  return (
    <ChatCard
      kind={t('cards.capsule')}
      sign={<CardSign>{capsule?.emoji ?? <Icon />}</CardSign>}
      title={capsule?.title ?? title}
      href={`/memories/${id}`}
      error={error}
      isGone={capsule !== undefined && capsule.deletedAt !== null}
      onRetry={() => void refetch()}
    >
      {capsule && (
        <>
          <p>{[statusWords(capsule), whenWords(capsule, formats)].filter((words) => words !== '').join(' · ')}</p>
          <p>{t('capsules.pieces', { count: capsule.counts.total })}</p>
        </>
      )}
    </ChatCard>
  );
}
