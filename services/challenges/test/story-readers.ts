import { randomUUID } from 'node:crypto';
import {
  type StorySessionView,
  chooseInStory,
  getStorySession,
  respondToStory,
  startStory,
  storyChanged,
  storyProgressed,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import type { RunningChallenges } from './running-challenges.js';

export const MYSTERIES = 'small-mysteries';

export const start = (user: TestUser, more: object = {}): Promise<StorySessionView> =>
  user.call(startStory, { templateId: MYSTERIES, clientId: randomUUID(), ...more });

export async function started(ada: TestUser, bob: TestUser, more: object = {}): Promise<StorySessionView> {
  const { _id: id } = await start(ada, more);
  return bob.call(respondToStory, { id, action: 'accept' });
}

export type Seen = Pick<StorySessionView, '_id' | 'version' | 'node'>;

export const press = ({ _id: id, version, node }: Seen, given: object = {}) => ({
  id,
  version,
  nodeId: node?.id ?? '',
  ...given,
});

export const seen = (user: TestUser, { _id: id }: Pick<StorySessionView, '_id'>) => user.call(getStorySession, { id });

/** Reads on until a node of this kind; both choose the first way and write a line. */
export async function readTo(ada: TestUser, bob: TestUser, session: StorySessionView, kind: string) {
  let now = await seen(ada, session);
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

/** Sessions at a choice, and the live updates and events about a session. */
export function storyCalls(challenges: () => RunningChallenges) {
  /** The first choice of a session that both read. */
  async function atChoice(more: object = {}): Promise<[ada: TestUser, bob: TestUser, session: StorySessionView]> {
    const [ada, bob] = await challenges().couple();
    return [ada, bob, await readTo(ada, bob, await started(ada, bob, more), 'choice')];
  }

  const changesOf = ({ _id }: Pick<StorySessionView, '_id'>) =>
    challenges()
      .bus.live(storyChanged)
      .filter(({ activity }) => activity.entity.id === _id);
  const kindsOf = (session: Pick<StorySessionView, '_id'>) => changesOf(session).map(({ activity }) => activity.kind);

  const stepsOf = async ({ _id }: Pick<StorySessionView, '_id'>) =>
    (await challenges().bus.events(storyProgressed)).filter(({ sessionId }) => sessionId === _id);

  return { atChoice, changesOf, kindsOf, stepsOf };
}
