import {
  LIMITS,
  type StoryAnswerView,
  type StoryNodeView,
  type StorySessionSummary,
  type StorySessionView,
  type StoryStepView,
} from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import type { StoryChoice } from './story-choice.entity.js';
import type { StorySession } from './story-session.entity.js';
import { type StorySlots, fillSlots } from './story-slots.js';
import { allowedActions } from './story-states.js';
import type { StoryNode, StoryTemplate } from './story-template.js';

/** It never rises: only its author could load a photo that another answer replaces, and its row is gone then. */
export const ACCESS_EPOCH = 0;

/** A session with all that its view is made of. */
export interface LoadedSession {
  session: StorySession;
  story: StoryTemplate;
  choices: readonly StoryChoice[];
  slots: StorySlots;
}

export const isOpen = ({ status }: Pick<StorySession, 'status'>): boolean =>
  status === 'invited' || status === 'active';

const kindAt = ({ nodes }: StoryTemplate, nodeId: string): StoryNode['kind'] | undefined => nodes[nodeId]?.kind;

export function sessionSummary(
  { session, story, choices }: Omit<LoadedSession, 'slots'>,
  viewerId: string,
): StorySessionSummary {
  const { id, templateId, status, createdBy, updatedAt, finishedAt, version, path, nodeId } = session;
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
 * The session as the viewer may see it: an answer of the other is in it once the path has passed its node. Links are short
 * while the viewer's own photo can still be replaced; those of the other say nothing of a photo that waits.
 */
export function storySessionView(loaded: LoadedSession, viewerId: string): StorySessionView {
  const { session, story, choices } = loaded;
  const current = choices.filter(({ step }) => step === session.path.length);
  const mine = current.find(({ userId }) => userId === viewerId);
  return {
    ...sessionSummary(loaded, viewerId),
    coupleId: session.coupleId,
    title: story.title,
    intensity: story.intensity,
    createdAt: session.createdAt.toISOString(),
    node: session.status === 'invited' ? null : nodeView(loaded, session.nodeId),
    mine: mine ? answerView(mine) : null,
    partnerChose: current.some(({ userId }) => userId !== viewerId),
    path: pathView(loaded),
    access: { epoch: ACCESS_EPOCH, seconds: mine?.fileId ? LIMITS.collectingLinkSeconds : LIMITS.mediaLinkSeconds },
    capsuleId: session.capsuleId,
    actions: allowedActions(session, viewerId),
  };
}

/** The nodes behind the two. A node that a later version of the story does not have is left out. */
const pathView = (loaded: LoadedSession): StoryStepView[] =>
  loaded.session.path.flatMap(({ nodeId, at }, step) => {
    const node = nodeView(loaded, nodeId);
    return node ? [{ node, answers: answersAt(loaded, step), at }] : [];
  });

const answersAt = ({ choices }: LoadedSession, step: number): StoryAnswerView[] =>
  choices.filter((choice) => choice.step === step).map(answerView);

function nodeView(loaded: LoadedSession, id: string): StoryNodeView | null {
  const { session, story, slots } = loaded;
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
    session.path.findLastIndex(({ nodeId }) => nodeId === node.recalls),
  );
  return { ...base, recalled };
}

const answerView = ({ userId: user, choiceId, text, fileId }: StoryChoice): StoryAnswerView => ({
  user,
  choiceId,
  text,
  ...(fileId !== null && { photo: { id: fileId, file: null } }),
});
