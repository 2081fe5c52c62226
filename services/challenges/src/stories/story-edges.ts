import type { StoryFork, StoryNode } from './story-template.js';

/** The edge of two choices that differ, where the rule is `match`. */
export const DIFFER = 'differ';

/** The keys that the edges of a fork must have: one for every combination of choices, and no other. */
export function edgeKeys({ choices, resolve }: StoryFork): string[] {
  const ids = choices.map(({ id }) => id);
  if (resolve === 'matrix') return ids.flatMap((a) => ids.map((b) => `${a}+${b}`));
  return resolve === 'match' ? [...ids, DIFFER] : ids;
}

/** The key of the edge that two choices take; the same seed always gives the same key. */
export function edgeOf({ resolve }: StoryFork, a: string, b: string, seed: number): string {
  if (resolve === 'matrix') return `${a}+${b}`;
  if (resolve === 'match') return a === b ? a : DIFFER;
  if (resolve === 'random') return seed % 2 === 0 ? a : b;
  return resolve === 'a' ? a : b;
}

/** The nodes that can follow a node. */
export function followers(node: StoryNode): string[] {
  if (node.kind === 'ending') return [];
  return node.kind === 'choice' ? Object.values(node.edges) : [node.next];
}
