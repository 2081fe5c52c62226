import { LIMITS } from '@duet/contracts';
import { edgeOf } from './story-edges.js';
import { storyProblems } from './story-check.js';
import { indexStories, STORIES } from './story-library.js';
import { fillSlots } from './story-slots.js';
import type { StoryFork, StoryNode, StoryTemplate } from './story-template.js';

const stories = [...STORIES.values()];

const wordsOf = ({ title, blurb, nodes }: StoryTemplate): string =>
  [
    title,
    blurb,
    ...Object.values(nodes).flatMap((node) => [
      node.text,
      ...(node.kind === 'choice' ? node.choices.map(({ text }) => text) : []),
    ]),
  ].join('\n');

/** Words that assume a sex, a religion, possessions or a home in common. */
const ASSUMED =
  /\b(husband|wife|boyfriend|girlfriend|bride|groom|god|church|pray|prayer|christmas|easter|wine|beer|your car|rent|kids|our (children|home|house|flat|bed|kitchen))\b/i;

const fork = (resolve: StoryFork['resolve'], edges: Record<string, string>): StoryFork => ({
  kind: 'choice',
  text: 'Left or right?',
  choices: [
    { id: 'x', text: 'Left' },
    { id: 'y', text: 'Right' },
  ],
  resolve,
  edges,
});
const scene = (next: string): StoryNode => ({ kind: 'scene', text: 'A scene.', next });
const end: StoryNode = { kind: 'ending', text: 'The end.' };
const storyOf = (nodes: Record<string, StoryNode>): StoryTemplate => ({
  id: 'test',
  version: 1,
  title: 'Test',
  blurb: 'A test.',
  minutes: 5,
  intensity: 'playful',
  start: 'start',
  nodes,
});

describe('the stories that come with Duet', () => {
  it('are one of each mood', () => {
    expect(stories.map(({ intensity }) => intensity).toSorted()).toEqual(['adventurous', 'playful', 'tender']);
  });

  it.each(stories.map((story) => [story.id, story] as const))(
    '%s has at least 25 scenes, two prompts, and endings that fit on the outside of a keepsake',
    (_id, { nodes }) => {
      const ofKind = (wanted: StoryNode['kind']) => Object.values(nodes).filter(({ kind }) => kind === wanted);
      expect(ofKind('scene').length).toBeGreaterThanOrEqual(25);
      expect(ofKind('prompt').length).toBeGreaterThanOrEqual(2);
      expect(ofKind('choice').length).toBeGreaterThanOrEqual(5);
      expect(ofKind('ending').length).toBeGreaterThanOrEqual(3);
      const name = 'x'.repeat(50);
      for (const { text } of ofKind('ending'))
        expect(fillSlots(text, { a: name, b: name, daysTogether: 36_500 }, 'en').length).toBeLessThanOrEqual(
          LIMITS.capsuleDescriptionLength,
        );
    },
  );

  it.each(stories.map((story) => [story.id, story] as const))(
    '%s leads to each of its nodes, and from each to an ending, whatever the two choose',
    (_id, { nodes, start }) => {
      const reached = new Set([start]);
      for (const id of reached) {
        const node = nodes[id];
        if (!node) throw new Error(`${id} does not exist`);
        if (node.kind === 'scene' || node.kind === 'prompt') reached.add(node.next);
        if (node.kind !== 'choice') continue;
        const ids = node.choices.map((option) => option.id);
        for (const a of ids)
          for (const b of ids)
            for (const seed of [0, 1]) reached.add(node.edges[edgeOf(node, a, b, seed)] ?? 'nowhere');
      }
      expect([...reached].toSorted()).toEqual(Object.keys(nodes).toSorted());
    },
  );

  it.each(stories.map((story) => [story.id, story] as const))(
    '%s asks for a photo, lets a line stand in its place, and shows both again',
    (_id, { nodes }) => {
      const prompts = Object.entries(nodes).filter(([, node]) => node.kind === 'prompt' && node.photo);
      expect(prompts.length).toBeGreaterThanOrEqual(1);
      for (const [id, { text }] of prompts) {
        expect(text).toMatch(/\bline\b/);
        const recalling = Object.values(nodes).filter((node) => node.kind === 'scene' && node.recalls === id);
        expect(recalling.length).toBeGreaterThanOrEqual(2);
      }
    },
  );

  it('assume nothing about the couple and use real quotation marks', () => {
    for (const story of stories) {
      expect([story.id, ASSUMED.exec(wordsOf(story))?.[0]]).toEqual([story.id, undefined]);
      expect(wordsOf(story)).not.toMatch(/["']|--|\.\.\./);
    }
  });
});

describe('the check of a story', () => {
  it.each<[string, Record<string, StoryNode>, string]>([
    ['a missing start', { other: end }, 'the start start does not exist'],
    ['an edge to nowhere', { start: scene('gone') }, 'start leads to gone, which does not exist'],
    ['an unreachable node', { start: scene('end'), lost: scene('end'), end }, 'lost cannot be reached'],
    [
      'a combination without edge',
      { start: fork('match', { x: 'end', y: 'end' }), end },
      'start has no edge for differ',
    ],
    ['an idle edge', { start: fork('a', { x: 'end', y: 'end', z: 'end' }), end }, 'start has the idle edge z'],
    [
      'a loop without exit',
      { start: fork('a', { x: 'p', y: 'end' }), p: scene('q'), q: scene('p'), end },
      'p leads to no ending',
    ],
    [
      'a second way to the start',
      { start: fork('b', { x: 'p', y: 'end' }), p: scene('start'), end },
      'p leads back to the start',
    ],
    [
      'a photo that no prompt takes',
      {
        start: { kind: 'prompt', text: 'A line.', next: 'p' },
        p: { ...scene('end'), recalls: 'start' } as StoryNode,
        end,
      },
      'p recalls start, which takes no photo',
    ],
    [
      'a way past the photo',
      {
        start: fork('a', { x: 'ask', y: 'p' }),
        ask: { kind: 'prompt', text: 'A photo.', photo: true, next: 'p' },
        p: { ...scene('end'), recalls: 'ask' } as StoryNode,
        end,
      },
      'p can be reached without ask',
    ],
    ['an unknown slot', { start: { kind: 'ending', text: '{{name}}' } }, 'start has the unknown slot name'],
  ])('finds %s', (_name, nodes, problem) => {
    expect(storyProblems(storyOf(nodes))).toContain(problem);
    expect(() => indexStories([storyOf(nodes)])).toThrow(problem);
  });

  it('lets a loop pass that can be left', () => {
    const nodes = { start: scene('p'), p: fork('match', { x: 'p', y: 'end', differ: 'p' }), end };
    expect(storyProblems(storyOf(nodes))).toEqual([]);
  });

  it('refuses two stories with one id', () => {
    expect(() => indexStories([storyOf({ start: end }), storyOf({ start: end })])).toThrow('the same id');
  });
});

describe('the edge of two choices', () => {
  it.each<[StoryFork['resolve'], string]>([
    ['match', 'differ'],
    ['matrix', 'x+y'],
    ['a', 'x'],
    ['b', 'y'],
  ])('follows the rule %s', (rule, key) => {
    expect(edgeOf(fork(rule, {}), 'x', 'y', 0)).toBe(key);
  });

  it('is the same for the same seed, and one of the two choices', () => {
    expect([0, 1, 2, 3].map((seed) => edgeOf(fork('random', {}), 'x', 'y', seed))).toEqual(['x', 'y', 'x', 'y']);
    expect(edgeOf(fork('match', {}), 'y', 'y', 0)).toBe('y');
  });
});
