import { edgeKeys, followers } from './story-edges.js';
import type { StoryNode, StoryTemplate } from './story-template.js';

const SLOTS = new Set(['a', 'b', 'daysTogether', 'city']);

type Nodes = ReadonlyMap<string, StoryNode>;

function nodeProblems(id: string, node: StoryNode, nodes: Nodes): string[] {
  const problems = followers(node)
    .filter((next) => !nodes.has(next))
    .map((next) => `${id} leads to ${next}, which does not exist`);
  for (const [, slot] of node.text.matchAll(/\{\{(\w*)\}\}/g))
    if (!SLOTS.has(slot ?? '')) problems.push(`${id} has the unknown slot ${slot ?? ''}`);
  if (node.kind !== 'choice') return problems;
  if (node.choices.length < 2) problems.push(`${id} has fewer than two choices`);
  const wanted = edgeKeys(node);
  if (new Set(wanted).size !== wanted.length) problems.push(`${id} has the same choice twice`);
  for (const key of wanted) if (!Object.hasOwn(node.edges, key)) problems.push(`${id} has no edge for ${key}`);
  for (const key of Object.keys(node.edges)) if (!wanted.includes(key)) problems.push(`${id} has the idle edge ${key}`);
  return problems;
}

/** @param closed a node through which no way leads */
function reachableFrom(start: string, nodes: Nodes, closed?: string): Set<string> {
  const seen = new Set([start]);
  // A set also yields what is added during its iteration.
  for (const id of seen) {
    const node = id === closed ? undefined : nodes.get(id);
    if (node) for (const next of followers(node)) seen.add(next);
  }
  return seen;
}

/** The faults of the photos that scenes show again: each way to the scene has to pass their prompt. */
function recallProblems(start: string, nodes: Nodes): string[] {
  return [...nodes].flatMap(([id, node]) => {
    if (node.kind !== 'scene' || node.recalls === undefined) return [];
    const prompt = nodes.get(node.recalls);
    if (prompt?.kind !== 'prompt' || prompt.photo !== true)
      return [`${id} recalls ${node.recalls}, which takes no photo`];
    return reachableFrom(start, nodes, node.recalls).has(id) ? [`${id} can be reached without ${node.recalls}`] : [];
  });
}

/** The nodes from which an ending can be reached, found backwards from the endings. */
function endingNodes(nodes: Nodes): Set<string> {
  const ending = new Set([...nodes].filter(([, { kind }]) => kind === 'ending').map(([id]) => id));
  for (let before = -1; before !== ending.size;) {
    before = ending.size;
    for (const [id, node] of nodes) if (followers(node).some((next) => ending.has(next))) ending.add(id);
  }
  return ending;
}

/** Everything that is wrong with a story; an empty list for one that two can always read to an end. */
export function storyProblems(story: StoryTemplate): string[] {
  const nodes: Nodes = new Map(Object.entries(story.nodes));
  if (!nodes.has(story.start)) return [`the start ${story.start} does not exist`];
  const problems = [...nodes].flatMap(([id, node]) => nodeProblems(id, node, nodes));
  if (problems.length > 0) return problems;
  problems.push(...recallProblems(story.start, nodes));
  const reached = reachableFrom(story.start, nodes);
  const ending = endingNodes(nodes);
  for (const [id, node] of nodes) {
    if (!reached.has(id)) problems.push(`${id} cannot be reached`);
    if (!ending.has(id)) problems.push(`${id} leads to no ending`);
    if (followers(node).includes(story.start)) problems.push(`${id} leads back to the start`);
  }
  return problems;
}
