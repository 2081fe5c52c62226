import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { Shelf } from '../../ui/shelf.js';
import { type TabItem, Tabs } from '../../ui/tabs.js';
import { Badges } from './badges.js';
import { useGetBadgesQuery } from './challenges-api.js';
import styles from './challenges.module.css';
import { CurrentList } from './current-list.js';
import { DoneList } from './done-list.js';
import { Ideas } from './ideas.js';

interface ChallengesHomeProps {
  /** The parts of other features, between the ideas and what is done. */
  parts: readonly TabItem[];
  /** Those that are switched off: each is shown only to one who asks for it, by a bookmark or a link. */
  resting: readonly TabItem[];
  /** Stands below the first tab. */
  children: ReactNode;
}

/** The parameters that open one goal, story or list: it stands at the top, where a phone shows it. */
const OPENED = ['goal', 'story', 'list'] as const;

/** The challenges of the two, and the ideas for new ones. `?tab=` names the open part. */
export function ChallengesHome({ parts, resting, children }: ChallengesHomeProps) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const show = (id: string): void => setParams({ tab: id }, { replace: true });
  const tabs: readonly TabItem[] = [
    { id: 'now', label: t('challenges.now'), content: <CurrentList onSeeIdeas={() => show('ideas')} /> },
    { id: 'ideas', label: t('challenges.ideas'), content: <Ideas /> },
    ...parts,
    ...resting.filter(({ id }) => id === asked),
    { id: 'done', label: t('challenges.done'), content: <DoneList /> },
    { id: 'together', label: t('challenges.together'), content: <Badges /> },
  ];
  const tab = tabs.find(({ id }) => id === asked)?.id ?? 'now';
  return (
    <Shelf>
      {OPENED.some((name) => params.has(name)) ? (
        <h1 className="visually-hidden">{t('common.challenges')}</h1>
      ) : (
        <header className={styles.hero}>
          <div>
            <h1>{t('common.challenges')}</h1>
            <p>{t('challenges.intro')}</p>
          </div>
          <Points />
        </header>
      )}
      <Tabs label={t('challenges.views')} selected={tab} onSelect={show} items={tabs} />
      {tab === 'now' && children}
    </Shelf>
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
