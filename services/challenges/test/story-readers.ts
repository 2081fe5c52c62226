import { randomUUID } from 'node:crypto';
import {
  type StoryReadingView,
  chooseInStory,
  getStoryReading,
  respondToStory,
  startStory,
  storyChanged,
  storyProgressed,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import type { RunningChallenges } from './running-challenges.js';

export const MYSTERIES = 'small-mysteries';

export const start = (user: TestUser, more: object = {}): Promise<StoryReadingView> =>
  user.call(startStory, { templateId: MYSTERIES, clientId: randomUUID(), ...more });

export async function started(ada: TestUser, bob: TestUser, more: object = {}): Promise<StoryReadingView> {
  const { _id: id } = await start(ada, more);
  return bob.call(respondToStory, { id, action: 'accept' });
}

export type Seen = Pick<StoryReadingView, '_id' | 'version' | 'node'>;

export const press = ({ _id: id, version, node }: Seen, given: object = {}) => ({
  id,
  version,
  nodeId: node?.id ?? '',
  ...given,
});

export const seen = (user: TestUser, { _id: id }: Pick<StoryReadingView, '_id'>) => user.call(getStoryReading, { id });

/** Reads on until a node of this kind; both choose the first way and write a line. */
export async function readTo(ada: TestUser, bob: TestUser, reading: StoryReadingView, kind: string) {
  let now = await seen(ada, reading);
  while (now.node && now.node.kind !== kind) {
    const given = {
      scene: {},
      choice: { choiceId: now.node.choices[0]?.id },
      prompt: { text: 'a line' },
      ending: {},
    }[now.node.kind];
    if (now.node.kind !== 'scene') await bob.call(chooseInStory, press(now, given));
    now = await ada.call(chooseInStory, press(now, given));
  }
  return now;
}

/** Sessions at a choice, and the live updates and events about a reading. */
export function storyCalls(challenges: () => RunningChallenges) {
  /** The first choice of a reading that both read. */
  async function atChoice(more: object = {}): Promise<[ada: TestUser, bob: TestUser, reading: StoryReadingView]> {
    const [ada, bob] = await challenges().couple();
    return [ada, bob, await readTo(ada, bob, await started(ada, bob, more), 'choice')];
  }

  const changesOf = ({ _id }: Pick<StoryReadingView, '_id'>) =>
    challenges()
      .bus.live(storyChanged)
      .filter(({ activity }) => activity.entity.id === _id);
  const kindsOf = (reading: Pick<StoryReadingView, '_id'>) => changesOf(reading).map(({ activity }) => activity.kind);

  const stagesOf = async ({ _id }: Pick<StoryReadingView, '_id'>) =>
    (await challenges().bus.events(storyProgressed)).filter(({ sessionId }) => sessionId === _id);

  return { atChoice, changesOf, kindsOf, stagesOf };
}
