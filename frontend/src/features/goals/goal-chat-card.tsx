import { Flag } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { GoalCategorySign } from './categories.js';
import { goalPath, ownerWords, stateWords } from './goal-words.js';
import { useGetGoalQuery } from './goals-api.js';
import { GoalProgressBar } from './goal-progress-bar.js';

/** A goal in the conversation. */
export function GoalChatCard({ id, title }: SharedThing) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { self, partner } = useNames();
  const { currentData: goal, error, refetch } = useGetGoalQuery(id);
  return (
    <ChatCard
      kind={t('cards.goal')}
      sign={
        goal ? (
          <GoalCategorySign category={goal.category} />
        ) : (
          <CardSign>
            <Flag size={22} />
          </CardSign>
        )
      }
      title={goal?.title ?? title}
      href={goalPath(id)}
      error={error}
      onRetry={() => void refetch()}
    >
      {goal && (
        <>
          <p>
            {[ownerWords(goal, self, partner), stateWords(goal, formats, zone)]
              .filter((words) => words !== '')
              .join(' · ')}
          </p>
          {goal.status !== 'proposed' && goal.status !== 'let_go' && <GoalProgressBar goal={goal} />}
        </>
      )}
    </ChatCard>
  );
}
