import { Heart } from 'lucide-react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { ChallengePage } from '../../features/challenges/challenge-page.js';
import { ChallengesHome } from '../../features/challenges/challenges-home.js';
import { GoalsTab } from '../../features/goals/goals-tab.js';
import { ListsTab } from '../../features/lists/lists-tab.js';
import { StoriesTab } from '../../features/stories/stories-tab.js';
import { WishesTab } from '../../features/wishes/wishes-tab.js';
import { keepAnswers } from '../../features/memories/keeping/keep-requests.js';
import { DailyHistory } from '../../features/daily-question/history.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { useHiddenParts } from '../../platform/account/parts.js';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { CoupleState } from '../couple-state.js';
import styles from './pages.module.css';
import { RestingPart } from './resting-part.js';

/** All challenges, or one, which only a couple has. */
export function ChallengesPage() {
  const { challengeId } = useParams();
  const { partner } = usePartner();
  if (challengeId === undefined || !partner) return <AllChallenges />;
  return <ChallengePage key={challengeId} challengeId={challengeId} />;
}

function AllChallenges() {
  const { couple, isAlone } = usePartner();
  const hidden = useHiddenParts();
  const parts = [
    { id: 'goals', label: t('goals.goals'), content: <GoalsTab /> },
    { id: 'stories', label: t('stories.stories'), content: <StoriesTab /> },
    { id: 'lists', label: t('lists.lists'), content: <ListsTab /> },
    { id: 'wishes', label: t('wishes.wishes'), content: <WishesTab /> },
  ] as const;
  return (
    <div className={styles.stack}>
      {couple && (
        <ChallengesHome
          parts={parts.filter(({ id }) => !hidden.includes(id))}
          resting={parts
            .filter(({ id }) => hidden.includes(id))
            .map(({ id, label }) => ({ id, label, content: <RestingPart part={id} label={label} /> }))}
        >
          <History />
        </ChallengesHome>
      )}
      {!couple && <h1>{t('common.challenges')}</h1>}
      {!couple && !isAlone && <CoupleState />}
      {isAlone && (
        <EmptyState icon={<Heart size={26} aria-hidden />} title={t('challenges.forTwo')} level={2}>
          <p>{t('challenges.forTwoWords')}</p>
          <LinkButton href="/dashboard" look="primary">
            {t('challenges.linkPartner')}
          </LinkButton>
        </EmptyState>
      )}
    </div>
  );
}

/** `?q=` searches the answers to daily questions, `question=` focuses one. Each such navigation starts again. */
function History() {
  const { key } = useLocation();
  const [params] = useSearchParams();
  const [q, question] = [params.get('q') ?? '', params.get('question')];
  const isSearch = q !== '' || question !== null;
  return <DailyHistory key={isSearch ? key : 'all'} search={q.slice(0, 100)} goTo={question} onKeep={keepAnswers} />;
}
