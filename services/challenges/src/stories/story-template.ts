import type { StoryIntensity, StoryRule } from '@duet/contracts';

interface StoryNodeBase {
  text: string;
}
interface StoryScene extends StoryNodeBase {
  kind: 'scene';
  next: string;
  /** The prompt of photos whose answers it shows again. */
  recalls?: string;
}
/** Asks each for a line, or for a photo in its place. */
interface StoryPrompt extends StoryNodeBase {
  kind: 'prompt';
  next: string;
  photo?: boolean;
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
export type StoryNode = StoryScene | StoryPrompt | StoryFork | StoryEnding;

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
