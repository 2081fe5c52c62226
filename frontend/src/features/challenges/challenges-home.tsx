import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { Tabs } from '../../ui/tabs.js';
import { Badges } from './badges.js';
import { useGetBadgesQuery } from './challenges-api.js';
import styles from './challenges.module.css';
import { CurrentList } from './current-list.js';
import { DoneList } from './done-list.js';
import { Ideas } from './ideas.js';

const TABS = [
  { id: 'now', label: 'challenges.now' },
  { id: 'ideas', label: 'challenges.ideas' },
  { id: 'goals', label: 'challenges.goals' },
  { id: 'done', label: 'challenges.done' },
  { id: 'together', label: 'challenges.together' },
] as const;

/** The challenges of the two, and the ideas for new ones. `?tab=` names the open part; `children` stand below the first; other features give theirs. */
export function ChallengesHome({ goals, children }: { goals: ReactNode; children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = TABS.find(({ id }) => id === asked)?.id ?? 'now';
  const show = (id: string): void => setParams({ tab: id }, { replace: true });
  const content = {
    now: <CurrentList onSeeIdeas={() => show('ideas')} />,
    ideas: <Ideas />,
    goals,
    done: <DoneList />,
    together: <Badges />,
  };
  return (
    <div className={styles.stack}>
      <header className={styles.hero}>
        <div>
          <h1>{t('common.challenges')}</h1>
          <p>{t('challenges.intro')}</p>
        </div>
        <Points />
      </header>
      <Tabs
        label={t('challenges.views')}
        selected={tab}
        onSelect={show}
        items={TABS.map(({ id, label }) => ({ id, label: t(label), content: content[id] }))}
      />
      {tab === 'now' && children}
    </div>
  );
}

/** The points of the two, in the place where their circles meet. */
function Points() {
  const { data } = useGetBadgesQuery();
  const { number } = useFormats();
  if (!data) return null;
  return (
    <p className={styles.pointsSeal}>
      <strong>{number(data.points)}</strong>
      <span>{t('challenges.pointsTogether', { points: data.points })}</span>
    </p>
  );
}
