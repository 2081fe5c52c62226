import {
  LIMITS,
  type StoryAnswerView,
  type StoryNodeView,
  type StoryReadingSummary,
  type StoryReadingView,
  type StoryStepView,
} from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import type { StoryChoice } from './story-choice.entity.js';
import type { StoryReading } from './story-reading.entity.js';
import { type StorySlots, fillSlots } from './story-slots.js';
import { allowedStoryActions } from './story-states.js';
import type { StoryNode, StoryTemplate } from './story-template.js';

/** It never rises: only its author could load a photo that another answer replaces, and its row is gone then. */
export const ACCESS_EPOCH = 0;

/** A reading with all that its view is made of. */
export interface LoadedReading {
  reading: StoryReading;
  story: StoryTemplate;
  choices: readonly StoryChoice[];
  slots: StorySlots;
}

export const isOpen = ({ status }: Pick<StoryReading, 'status'>): boolean =>
  status === 'invited' || status === 'active';

const kindAt = ({ nodes }: StoryTemplate, nodeId: string): StoryNode['kind'] | undefined => nodes[nodeId]?.kind;

export function readingSummary(
  { reading, story, choices }: Omit<LoadedReading, 'slots'>,
  viewerId: string,
): StoryReadingSummary {
  const { id, templateId, status, createdBy, updatedAt, finishedAt, version, path, nodeId } = reading;
  const hasChosen = choices.some(({ step, userId }) => step === path.length && userId === viewerId);
  return {
    _id: id,
    templateId,
    status,
    createdBy,
    waitsForMe:
      status === 'invited'
        ? createdBy !== viewerId
        : status === 'active' && (kindAt(story, nodeId) === 'scene' || !hasChosen),
    updatedAt: updatedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    version,
  };
}

/**
 * The reading as the viewer may see it: an answer of the other is in it once the path has passed its node. Links are short
 * while the viewer's own photo can still be replaced; those of the other say nothing of a photo that waits.
 */
export function storyReadingView(loaded: LoadedReading, viewerId: string): StoryReadingView {
  const { reading, story, choices } = loaded;
  const current = choices.filter(({ step }) => step === reading.path.length);
  const mine = current.find(({ userId }) => userId === viewerId);
  return {
    ...readingSummary(loaded, viewerId),
    coupleId: reading.coupleId,
    title: story.title,
    intensity: story.intensity,
    createdAt: reading.createdAt.toISOString(),
    node: reading.status === 'invited' ? null : nodeView(loaded, reading.nodeId),
    mine: mine ? answerView(mine) : null,
    partnerChose: current.some(({ userId }) => userId !== viewerId),
    path: pathView(loaded),
    access: { epoch: ACCESS_EPOCH, seconds: mine?.fileId ? LIMITS.collectingLinkSeconds : LIMITS.mediaLinkSeconds },
    capsuleId: reading.capsuleId,
    actions: allowedStoryActions(reading, viewerId),
  };
}

/** The nodes behind the two. A node that a later version of the story does not have is left out. */
const pathView = (loaded: LoadedReading): StoryStepView[] =>
  loaded.reading.path.flatMap(({ nodeId, at }, step) => {
    const node = nodeView(loaded, nodeId);
    return node ? [{ node, answers: answersAt(loaded, step), at }] : [];
  });

const answersAt = ({ choices }: LoadedReading, step: number): StoryAnswerView[] =>
  choices.filter((choice) => choice.step === step).map(answerView);

function nodeView(loaded: LoadedReading, id: string): StoryNodeView | null {
  const { reading, story, slots } = loaded;
  const node = story.nodes[id];
  if (!node) return null;
  const fill = (text: string): string => fillSlots(text, slots, requestContext.language());
  const options = node.kind === 'choice' ? node.choices : [];
  const choices = options.map((option) => ({ id: option.id, text: fill(option.text) }));
  const base = { id, kind: node.kind, text: fill(node.text), choices };
  if (node.kind === 'prompt' && node.photo) return { ...base, takesPhoto: true };
  if (node.kind !== 'scene' || node.recalls === undefined) return base;
  // The steps of the path alone: an answer there is no secret.
  const recalled = answersAt(
    loaded,
    reading.path.findLastIndex(({ nodeId }) => nodeId === node.recalls),
  );
  return { ...base, recalled };
}

const answerView = ({ userId: user, choiceId, text, fileId }: StoryChoice): StoryAnswerView => ({
  user,
  choiceId,
  text,
  ...(fileId !== null && { photo: { id: fileId, file: null } }),
});
