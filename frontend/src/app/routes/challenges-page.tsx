import { useLocation, useSearchParams } from 'react-router-dom';
import { Challenges } from '../../features/challenges/challenges.js';
import { DailyHistory } from '../../features/daily-question/history.js';

/** `?q=` searches the answers, `question=` is the one to go to. Each visit begins anew, also one from this very page. */
export function ChallengesPage() {
  const { key } = useLocation();
  const [params] = useSearchParams();
  return (
    <Challenges>
      <DailyHistory key={key} search={(params.get('q') ?? '').slice(0, 100)} goTo={params.get('question')} />
    </Challenges>
  );
}
