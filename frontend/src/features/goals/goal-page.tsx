import type { GoalView } from '@duet/contracts';
import { Flag } from 'lucide-react';
import { useEffect } from 'react';
import { isMissing } from '../../api/errors.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { putInView } from '../../platform/device/in-view.js';
import { t } from '../../texts/index.js';
import { BackLink } from '../../ui/back-link.js';
import { useFormats } from '../../ui/formats.js';
import { ThingHead } from '../../ui/shelf.js';
import { GoalCategorySign, goalCategoryOf } from './categories.js';
import { EntryForm } from './entry-form.js';
import { EntryList } from './entry-list.js';
import { GoalMenu } from './goal-menu.js';
import { GoalState } from './goal-state.js';
import { ownerWords, stateWords } from './goal-words.js';
import { useGetGoalQuery } from './goals-api.js';
import styles from './goals.module.css';
import { LoadedThing } from '../../ui/loaded-thing.js';
import { Milestones } from './milestones.js';
import { useNames } from '../../platform/account/names.js';
import { GoalProgressBar } from './goal-progress-bar.js';

/** One goal: where it stands, what moves it, and the way so far. */
export function GoalPage({ goalId }: { goalId: string }) {
  const { currentData, error, refetch } = useGetGoalQuery(goalId);
  useEffect(() => putInView(goalId), [goalId]);
  return (
    <div className={styles.page}>
      <BackLink to="/challenges?tab=goals">{t('goals.back')}</BackLink>
      <LoadedThing
        icon={Flag}
        isMissing={isMissing(error)}
        missing={[t('goals.gone'), t('goals.goneWords')]}
        isError={error !== undefined}
        onRetry={() => void refetch()}
        failure={t('goals.couldNotBeLoaded')}
      >
        {currentData && <Body goal={currentData} />}
      </LoadedThing>
    </div>
  );
}

function Body({ goal }: { goal: GoalView }) {
  return (
    <>
      <Head goal={goal} />
      <GoalState goal={goal} />
      <Milestones goal={goal} />
      {goal.actions.includes('add_entry') && <EntryForm goal={goal} />}
      <EntryList goal={goal} />
    </>
  );
}

function Head({ goal }: { goal: GoalView }) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { self, partner } = useNames();
  const state = stateWords(goal, formats, zone);
  const { label, tint } = goalCategoryOf(goal.category);
  return (
    <ThingHead
      tint={tint}
      sign={<GoalCategorySign category={goal.category} isLarge />}
      kicker={`${t(label)} · ${ownerWords(goal, self, partner)}`}
      menu={<GoalMenu goal={goal} />}
      title={goal.title}
      lead={goal.why}
    >
      {state !== '' && <p>{state}</p>}
      {goal.status !== 'proposed' && <GoalProgressBar goal={goal} />}
    </ThingHead>
  );
}
