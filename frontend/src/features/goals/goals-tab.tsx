import { useSearchParams } from 'react-router-dom';
import { GoalPage } from './goal-page.js';
import { GoalsList } from './goals-list.js';

/** The goals of the two; `goal=` opens one. */
export function GoalsTab() {
  const [params] = useSearchParams();
  const goalId = params.get('goal');
  return goalId === null ? <GoalsList /> : <GoalPage key={goalId} goalId={goalId} />;
}
