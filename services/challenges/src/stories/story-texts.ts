import { type Translations, inEachLanguage } from '@duet/service-kit';
import lamplightersDe from './data/de/lamplighters.json' with { type: 'json' };
import smallMysteriesDe from './data/de/small-mysteries.json' with { type: 'json' };
import wanderingIslandDe from './data/de/wandering-island.json' with { type: 'json' };
import lamplightersEs from './data/es/lamplighters.json' with { type: 'json' };
import smallMysteriesEs from './data/es/small-mysteries.json' with { type: 'json' };
import wanderingIslandEs from './data/es/wandering-island.json' with { type: 'json' };
import { STORIES, indexStories } from './story-library.js';
import type { StoryNode, StoryTemplate } from './story-template.js';

const FILES: Translations<object> = {
  es: { lamplighters: lamplightersEs, 'small-mysteries': smallMysteriesEs, 'wandering-island': wanderingIslandEs },
  de: { lamplighters: lamplightersDe, 'small-mysteries': smallMysteriesDe, 'wandering-island': wanderingIslandDe },
};

type Stories = ReadonlyMap<string, StoryTemplate>;

interface NodeTexts {
  text: string;
  /** By the option's id. */
  choices?: Record<string, string>;
}

type Texts = Record<string, Pick<StoryTemplate, 'title' | 'blurb'> & { nodes: Record<string, NodeTexts> }>;

const mapValues = <From, To>(values: Record<string, From>, map: (value: From, key: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));

const nodeTexts = (node: StoryNode): NodeTexts => ({
  text: node.text,
  ...(node.kind === 'choice' && { choices: Object.fromEntries(node.choices.map(({ id, text }) => [id, text])) }),
});

const textsOf = (stories: Stories): Texts =>
  mapValues(Object.fromEntries(stories), ({ title, blurb, nodes }) => ({
    title,
    blurb,
    nodes: mapValues(nodes, nodeTexts),
  }));

function putNode(node: StoryNode, { text = node.text, choices = {} }: Partial<NodeTexts> = {}): StoryNode {
  if (node.kind !== 'choice') return { ...node, text };
  return { ...node, text, choices: node.choices.map((one) => ({ ...one, text: choices[one.id] ?? one.text })) };
}

const put = (stories: Stories, texts: Texts): Stories =>
  indexStories(
    [...stories.values()].map((story) => {
      const { nodes = {}, ...words } = texts[story.id] ?? {};
      return { ...story, ...words, nodes: mapValues(story.nodes, (node, id) => putNode(node, nodes[id])) };
    }),
  );

/** The stories that come with Duet, by language. A translation that is not whole ends the start. */
export const STORIES_IN = inEachLanguage(STORIES, FILES, textsOf, put);
