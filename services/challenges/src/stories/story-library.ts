import lamplighters from './data/en/lamplighters.json' with { type: 'json' };
import smallMysteries from './data/en/small-mysteries.json' with { type: 'json' };
import { storyProblems } from './story-check.js';
import type { StoryTemplate } from './story-template.js';

/** @throws Error that names everything wrong with the stories */
export function indexStories(stories: readonly StoryTemplate[]): ReadonlyMap<string, StoryTemplate> {
  const problems = stories.flatMap((story) => storyProblems(story).map((problem) => `${story.id}: ${problem}`));
  const byId = new Map(stories.map((story) => [story.id, story]));
  if (byId.size !== stories.length) problems.push('two stories have the same id');
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return byId;
}

/** The stories that come with Duet. A wrong file ends the start. */
export const STORIES = indexStories([smallMysteries, lamplighters] as unknown as StoryTemplate[]);
