import type { ChallengeView } from '@duet/contracts';
import { Trophy } from 'lucide-react';
import { useEffect } from 'react';
import { isMissing } from '../../api/errors.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { putInView } from '../../platform/device/in-view.js';
import { t } from '../../texts/index.js';
import { BackLink } from '../../ui/back-link.js';
import { useFormats } from '../../ui/formats.js';
import { ThingHead } from '../../ui/shelf.js';
import { ChallengeCategorySign, challengeCategoryOf } from './categories.js';
import { Celebration } from './celebration.js';
import { ChallengeMenu } from './challenge-menu.js';
import { ChallengeState } from './challenge-state.js';
import { challengeStatusWords, challengeWhenWords } from './challenge-words.js';
import { useGetChallengeQuery } from './challenges-api.js';
import styles from './challenge.module.css';
import { LoadedThing } from '../../ui/loaded-thing.js';
import { ChallengeProgressBar } from './challenge-progress-bar.js';
import { Reflections } from './reflections.js';
import { StepList } from './step-list.js';

/** Steps open at midnight without a live update, so the page polls. In milliseconds. */
const POLL_INTERVAL = 5 * 60_000;

/** One challenge: where it stands, what may be done with it now, and its steps. */
export function ChallengePage({ challengeId }: { challengeId: string }) {
  const { currentData, error, refetch } = useGetChallengeQuery(challengeId, {
    pollingInterval: POLL_INTERVAL,
    skipPollingIfUnfocused: true,
  });
  useEffect(() => putInView(challengeId), [challengeId]);
  return (
    <div className={styles.page}>
      <BackLink to="/challenges">{t('challenges.back')}</BackLink>
      <LoadedThing
        icon={Trophy}
        isMissing={isMissing(error)}
        missing={[t('challenges.gone'), t('challenges.goneWords')]}
        isError={error !== undefined}
        onRetry={() => void refetch()}
        failure={t('challenges.couldNotBeLoaded')}
      >
        {currentData && <Body challenge={currentData} />}
      </LoadedThing>
    </div>
  );
}

function Body({ challenge }: { challenge: ChallengeView }) {
  const isCompleted = challenge.status === 'completed';
  return (
    <>
      <Head challenge={challenge} />
      {isCompleted && <Celebration challenge={challenge} />}
      <ChallengeState challenge={challenge} />
      {isCompleted && <Reflections key={challenge._id} challenge={challenge} />}
      <StepList challenge={challenge} />
    </>
  );
}

function Head({ challenge }: { challenge: ChallengeView }) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { title, description, category, status, completionRule } = challenge;
  const { label, tint } = challengeCategoryOf(category);
  const when = challengeWhenWords(challenge, formats, zone);
  return (
    <ThingHead
      tint={tint}
      sign={<ChallengeCategorySign category={category} isLarge />}
      kicker={`${t(label)} · ${challengeStatusWords(challenge)}`}
      menu={<ChallengeMenu challenge={challenge} />}
      title={title}
      level={1}
      lead={description}
    >
      {when !== '' && <p className={styles.when}>{when}</p>}
      {completionRule !== 'all' && <p>{t('challenges.anyOf', { n: completionRule.anyN })}</p>}
      {status !== 'proposed' && status !== 'declined' && <ChallengeProgressBar progress={challenge.progress} />}
    </ThingHead>
  );
}
