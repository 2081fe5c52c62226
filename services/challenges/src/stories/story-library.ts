import { StoryNodeDto, StoryTemplateDto } from '@duet/contracts';
import { AppError, validateInput } from '@duet/service-kit';
import lamplighters from './data/en/lamplighters.json' with { type: 'json' };
import smallMysteries from './data/en/small-mysteries.json' with { type: 'json' };
import wanderingIsland from './data/en/wandering-island.json' with { type: 'json' };
import { storyProblems } from './story-check.js';
import type { StoryTemplate } from './story-template.js';

/** @returns what is wrong with the shape of this part of a file */
function shapeProblems(schema: typeof StoryTemplateDto | typeof StoryNodeDto, part: unknown): string[] {
  try {
    validateInput<StoryTemplateDto | StoryNodeDto>(schema, part);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.errors ?? [{ field: 'file', message: error.message }]).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  }
}

/** Everything that is wrong with a file: its shape, and then its graph. */
function problemsOf(story: StoryTemplate): string[] {
  const shape = shapeProblems(StoryTemplateDto, story);
  if (shape.length > 0) return shape;
  const nodes = Object.entries(story.nodes).flatMap(([id, node]) =>
    shapeProblems(StoryNodeDto, node).map((problem) => `${id}: ${problem}`),
  );
  return nodes.length > 0 ? nodes : storyProblems(story);
}

/** @throws Error that names everything wrong with the stories */
export function indexStories(stories: readonly StoryTemplate[]): ReadonlyMap<string, StoryTemplate> {
  const problems = stories.flatMap((story) => problemsOf(story).map((problem) => `${story.id}: ${problem}`));
  const byId = new Map(stories.map((story) => [story.id, story]));
  if (byId.size !== stories.length) problems.push('two stories have the same id');
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return byId;
}

/** The stories that come with Duet. A wrong file ends the start. */
export const STORIES = indexStories([smallMysteries, lamplighters, wanderingIsland] as unknown as StoryTemplate[]);
