import type { StoryIntensity, StoryRule } from '@duet/contracts';

interface StoryNodeBase {
  text: string;
}
/** A scene is read, a prompt asks each for a line: both lead to one node. */
interface StoryPassage extends StoryNodeBase {
  kind: 'scene' | 'prompt';
  next: string;
}
export interface StoryFork extends StoryNodeBase {
  kind: 'choice';
  choices: { id: string; text: string }[];
  resolve: StoryRule;
  edges: Record<string, string>;
}
interface StoryEnding extends StoryNodeBase {
  kind: 'ending';
}
export type StoryNode = StoryPassage | StoryFork | StoryEnding;

export interface StoryTemplate {
  id: string;
  version: number;
  title: string;
  blurb: string;
  minutes: number;
  intensity: StoryIntensity;
  start: string;
  nodes: Record<string, StoryNode>;
}
