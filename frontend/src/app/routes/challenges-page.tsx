import { Challenges } from '../../features/challenges/challenges.js';
import { DailyHistory } from '../../features/daily-question/history.js';

export function ChallengesPage() {
  return (
    <Challenges>
      <DailyHistory />
    </Challenges>
  );
}
