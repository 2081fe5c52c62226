import type { ChallengeView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { useRespondToChallengeMutation } from './challenges-api.js';
import styles from './challenge.module.css';
import { useTextDraft } from './drafts.js';

/** The partner's yes or no to a proposal, with a word where there is one. */
export function ProposalAnswer({ challenge: { _id: id } }: { challenge: ChallengeView }) {
  const note = useTextDraft(`answer:${id}`);
  const [respond, { isLoading }] = useRespondToChallengeMutation();
  const [sent, setSent] = useState<'accept' | 'reject' | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const isTooLong = [...note.value].length > LIMITS.challengeNoteLength;
  const answer = async (action: 'accept' | 'reject'): Promise<void> => {
    if (isLoading || isTooLong) return;
    setSent(action);
    const words = note.value.trim();
    const { error } = await respond({ id, action, ...(words !== '' && { note: words }) });
    if (!error) return note.clear();
    const { silent, messages } = failureOf(error, t('common.failed'));
    setProblems(silent ? [] : messages);
  };
  const accept = (event: FormEvent): void => {
    event.preventDefault();
    void answer('accept');
  };
  return (
    <form onSubmit={accept} noValidate className={styles.form}>
      <ErrorBanners messages={problems} />
      <TextArea
        label={t('challenges.aWord')}
        placeholder={t('challenges.aWordPlaceholder')}
        value={note.value}
        onChange={note.write}
        rows={2}
        {...([...note.value].length > LIMITS.challengeNoteLength - 50 && { limit: LIMITS.challengeNoteLength })}
      />
      <div className={styles.row}>
        <Button type="submit" look="primary" size="large" isPending={isLoading && sent === 'accept'}>
          {t('challenges.accept')}
        </Button>
        <Button size="large" isPending={isLoading && sent === 'reject'} onPress={() => void answer('reject')}>
          {t('challenges.notThisTime')}
        </Button>
      </div>
    </form>
  );
}
