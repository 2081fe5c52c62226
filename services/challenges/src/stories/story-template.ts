/** How the choices of the two lead on; `random` decides between them when they differ. */
type StoryRule = 'match' | 'matrix' | 'a' | 'b' | 'random';

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
  intensity: 'playful' | 'tender' | 'adventurous';
  start: string;
  nodes: Record<string, StoryNode>;
}
