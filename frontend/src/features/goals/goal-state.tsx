import type { GoalView } from '@duet/contracts';
import { BookHeart, HandHeart } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { attempt } from '../../api/attempt.js';
import { useCheerGoalMutation, useKeepGoalMutation, useRespondToGoalMutation } from './goals-api.js';
import styles from './goals.module.css';
import { useNames } from '../../platform/account/names.js';

interface StateProps {
  goal: GoalView;
}

/** The state of a goal and the buttons that change it. The server says which actions are allowed. */
export function GoalState({ goal }: StateProps) {
  const { self, partner } = useNames();
  const { status, deleteAskedBy, createdBy, ownership } = goal;
  const isTheirs = ownership === 'mine_with_support' && createdBy !== self;
  return (
    <>
      {deleteAskedBy !== null && (
        <Banner tone="info">
          {t(deleteAskedBy === self ? 'goals.deleteWaits' : 'goals.deleteAsked', { partner })}
        </Banner>
      )}
      {status === 'proposed' && <Proposal goal={goal} />}
      {status === 'paused' && <Paused goal={goal} />}
      {status === 'achieved' && (
        <div className={styles.reached}>
          <p>{isTheirs ? t('goals.theyReachedWords', { partner }) : t('goals.reachedWords')}</p>
          <Keepsake goal={goal} />
        </div>
      )}
      {status === 'let_go' && <p className={styles.soft}>{t('goals.letGoWords')}</p>}
      {isTheirs && <Cheer goal={goal} />}
      {!isTheirs && goal.cheers > 0 && (
        <p className={styles.cheers}>
          <HandHeart size={18} aria-hidden />
          {t('goals.cheers', { by: 'other', name: partner, count: goal.cheers })}
        </p>
      )}
    </>
  );
}

function Proposal({ goal: { _id: id, actions } }: StateProps) {
  const { partner } = useNames();
  const [respond, { isLoading }] = useRespondToGoalMutation();
  const isAsked = actions.includes('accept');
  return (
    <section className={styles.stage} aria-label={t('goals.proposed')}>
      <p>{t(isAsked ? 'goals.proposedBy' : 'goals.proposedByYou', { partner })}</p>
      <div className={styles.row}>
        {isAsked && (
          <>
            <Button
              look="primary"
              isPending={isLoading}
              onPress={() => void attempt(respond({ id, action: 'accept' }))}
            >
              {t('goals.accept')}
            </Button>
            <Button onPress={() => void attempt(respond({ id, action: 'reject' }))}>{t('goals.reject')}</Button>
          </>
        )}
        {actions.includes('let_go') && (
          <Button isPending={isLoading} onPress={() => void attempt(respond({ id, action: 'let_go' }))}>
            {t('goals.withdraw')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Paused({ goal: { _id: id, actions } }: StateProps) {
  const [respond, { isLoading }] = useRespondToGoalMutation();
  return (
    <section className={styles.stage} aria-label={t('goals.paused')}>
      <p>{t('goals.pausedWords')}</p>
      {actions.includes('resume') && (
        <Button look="primary" isPending={isLoading} onPress={() => void attempt(respond({ id, action: 'resume' }))}>
          {t('goals.resume')}
        </Button>
      )}
    </section>
  );
}

/** One album of the goal: the first press makes it, any press opens it. */
function Keepsake({ goal: { _id: id, actions } }: StateProps) {
  const navigate = useNavigate();
  const [keep, { isLoading }] = useKeepGoalMutation();
  if (!actions.includes('keep')) return null;
  const open = async (): Promise<void> => {
    const { data, error } = await keep({ id });
    if (data) return void navigate(`/memories/${data.capsuleId}`);
    showFailure(error, t('common.failed'));
  };
  return (
    <Button look="primary" isPending={isLoading} onPress={() => void open()}>
      <BookHeart size={18} aria-hidden />
      {t('goals.keepsake')}
    </Button>
  );
}

function Cheer({ goal: { _id: id, actions, cheeredToday, cheers } }: StateProps) {
  const { partner } = useNames();
  const [cheer, { isLoading }] = useCheerGoalMutation();
  if (!actions.includes('cheer')) return null;
  return (
    <section className={styles.stage} aria-label={t('goals.cheer', { partner })}>
      <p>{t('goals.supportWords', { partner })}</p>
      {cheeredToday ? (
        <p className={styles.cheers} role="status">
          <HandHeart size={18} aria-hidden />
          {t('goals.cheered')}
        </p>
      ) : (
        <Button look="primary" isPending={isLoading} onPress={() => void attempt(cheer({ id }))}>
          <HandHeart size={18} aria-hidden />
          {t('goals.cheer', { partner })}
        </Button>
      )}
      {cheers > 1 && (
        <p className={styles.soft}>{t('goals.cheers', { by: 'you', name: t('common.you'), count: cheers })}</p>
      )}
    </section>
  );
}
