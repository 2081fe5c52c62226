import { useState } from 'react';
import type { ChallengeSummary, ChallengeView } from '@duet/contracts';
import { Check } from 'lucide-react';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { attempt } from '../../api/attempt.js';
import { ChallengeCategorySign } from './categories.js';
import { useCompleteStepMutation, useGetChallengeQuery, useGetChallengesInfiniteQuery } from './challenges-api.js';
import styles from './challenges.module.css';
import { LoadState } from '../../ui/load-state.js';
import { CardHead, Kicker } from '../../ui/shelf.js';
import { useNames } from '../../platform/account/names.js';
import { Link } from '../../ui/link.js';
import { ChallengeProgressBar } from './challenge-progress-bar.js';

/** The dashboard's card: an invitation, or the challenge that runs with its next step. */
export function RunningCard() {
  const { currentData, isError, refetch } = useGetChallengesInfiniteQuery({ shelf: 'current' });
  const all = currentData?.pages.flatMap(({ items }) => items) ?? [];
  const invitation = all.find(({ actions }) => actions.includes('accept'));
  const running = all.find(({ status }) => status === 'active');
  return (
    <Card title={t('challenges.yourChallenge')}>
      {!currentData && (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('challenges.couldNotBeLoaded')} />
      )}
      {invitation && <Invitation challenge={invitation} />}
      {running && <Running id={running._id} />}
      {currentData && !invitation && !running && (
        <div className={styles.widget}>
          <p>{t('challenges.widgetEmpty')}</p>
          <LinkButton href="/challenges?tab=ideas" look="soft">
            {t('challenges.pickOne')}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

function Invitation({ challenge: { _id, title } }: { challenge: ChallengeSummary }) {
  const { partner } = useNames();
  return (
    <div className={styles.widget}>
      <p>{t('challenges.invites', { partner, title })}</p>
      <LinkButton href={`/challenges/${_id}`} look="primary">
        {t('challenges.lookAtIt')}
      </LinkButton>
    </div>
  );
}

function Running({ id }: { id: string }) {
  const { currentData: challenge, isError, refetch } = useGetChallengeQuery(id);
  if (!challenge)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('challenges.couldNotBeLoaded')} />;
  return (
    <div className={styles.widget}>
      <CardHead>
        <ChallengeCategorySign category={challenge.category} />
        <Link to={`/challenges/${id}`} className={styles.widgetTitle} dir="auto">
          {challenge.title}
        </Link>
      </CardHead>
      <ChallengeProgressBar progress={challenge.progress} />
      <NextStep challenge={challenge} />
    </div>
  );
}

/** One tap does a step that asks for no words; the others are written on the challenge's page. */
function NextStep({ challenge: { _id: id, steps } }: { challenge: ChallengeView }) {
  const next = steps.find(({ actions }) => actions.includes('complete'));
  if (!next) return <p className={styles.soft}>{t('challenges.nothingForYouNow')}</p>;
  const { _id: stepId, title, proof } = next;
  return (
    <div className={styles.next}>
      <p>
        <Kicker>{t('challenges.nextStep')}</Kicker>
        <span className={styles.nextTitle} dir="auto">
          {title}
        </span>
      </p>
      {proof === 'none' ? (
        <DoStep key={stepId} id={id} stepId={stepId} title={title} />
      ) : (
        <LinkButton href={`/challenges/${id}`} look="soft" size="small">
          {t('challenges.answerIt')}
        </LinkButton>
      )}
    </div>
  );
}

/** A second press after a lost answer repeats the call, so it succeeds. */
function DoStep({ id, stepId, title }: { id: string; stepId: string; title: string }) {
  const [complete, { isLoading }] = useCompleteStepMutation();
  const [clientId] = useState(() => crypto.randomUUID());
  return (
    <Button
      look="primary"
      size="small"
      aria-label={t('challenges.doItLabel', { title })}
      isPending={isLoading}
      onPress={() => void attempt(complete({ id, stepId, clientId }))}
    >
      <Check size={16} aria-hidden />
      {t('challenges.doIt')}
    </Button>
  );
}
