import type { DailyQuestionView } from '@duet/contracts';
import { showFailure } from '../../api/show-failure.js';
import { useReactToDailyMutation } from './daily-api.js';
import styles from './daily.module.css';

const OFFERED = ['❤️', '😂', '🥹', '😮', '👏'];

interface ReactionsProps {
  question: DailyQuestionView;
  myId: string;
  partnerName: string;
}

/** A press adds one's own or takes it back. */
export function Reactions({ question: { _id, reactions }, myId, partnerName }: ReactionsProps) {
  const [react, { isLoading }] = useReactToDailyMutation();
  const press = async (emoji: string): Promise<void> => {
    const { error } = await react({ _id, emoji });
    if (error) showFailure(error);
  };
  const shown = [...new Set([...OFFERED, ...reactions.map(({ emoji }) => emoji)])];
  return (
    <div role="group" aria-label="Reactions" className={styles.reactions}>
      {shown.map((emoji) => {
        const users = reactions.filter((reaction) => reaction.emoji === emoji).map(({ user }) => user);
        const names = users.map((user) => (user === myId ? 'you' : partnerName)).join(' and ');
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={users.includes(myId)}
            aria-label={names === '' ? `React with ${emoji}` : `${emoji} ${users.length}, by ${names}`}
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
