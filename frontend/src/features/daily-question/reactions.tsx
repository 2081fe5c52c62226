import type { DailyQuestionView } from '@duet/contracts';
import { showFailure } from '../../api/show-failure.js';
import { listOf, t } from '../../texts/index.js';
import { useReactToDailyMutation } from './daily-api.js';
import styles from './daily.module.css';

const OFFERED = ['❤️', '😂', '🥹', '😮', '👏'];

interface ReactionsProps {
  question: DailyQuestionView;
  myId: string;
  partnerName: string;
}

/** The reactions to revealed answers. A press adds or removes the user's own. */
export function Reactions({ question: { _id, reactions }, myId, partnerName }: ReactionsProps) {
  const [react, { isLoading }] = useReactToDailyMutation();
  const press = async (emoji: string): Promise<void> => {
    const { error } = await react({ _id, emoji });
    if (error) showFailure(error);
  };
  const shown = [...new Set([...OFFERED, ...reactions.map(({ emoji }) => emoji)])];
  return (
    <div role="group" aria-label={t('common.reactions')} className={styles.reactions}>
      {shown.map((emoji) => {
        const users = reactions.filter((reaction) => reaction.emoji === emoji).map(({ user }) => user);
        const names = listOf(users.map((user) => (user === myId ? t('common.youInList') : partnerName)));
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={users.includes(myId)}
            aria-label={
              names === ''
                ? t('common.reactWithEmoji', { emoji })
                : t('dailyQuestion.emojiCountByNames', { emoji, count: users.length, names })
            }
            disabled={isLoading}
            onClick={() => void press(emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
            {users.length > 0 && <span aria-hidden="true">{users.length}</span>}
          </button>
        );
      })}
    </div>
  );
}
