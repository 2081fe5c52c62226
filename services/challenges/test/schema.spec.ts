import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

it('keeps the migrated schema equal to the entities', async () => {
  expect(await challenges.drift()).toEqual([]);
});
