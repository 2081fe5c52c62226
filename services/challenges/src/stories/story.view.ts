import type {
  StoryAnswerView,
  StoryNodeView,
  StorySessionSummary,
  StorySessionView,
  StoryStepView,
} from '@duet/contracts';
import type { StoryChoice } from './story-choice.entity.js';
import type { StorySession } from './story-session.entity.js';
import { type StorySlots, fillSlots } from './story-slots.js';
import { allowedActions } from './story-states.js';
import type { StoryNode, StoryTemplate } from './story-template.js';

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

/** The session as the viewer may see it: an answer of the other is in it once the path has passed its node. */
export function sessionView(loaded: LoadedSession, viewerId: string): StorySessionView {
  const { session, story, choices, slots } = loaded;
  const current = choices.filter(({ step }) => step === session.path.length);
  const mine = current.find(({ userId }) => userId === viewerId);
  return {
    ...sessionSummary(loaded, viewerId),
    coupleId: session.coupleId,
    title: story.title,
    intensity: story.intensity,
    createdAt: session.createdAt.toISOString(),
    node: session.status === 'invited' ? null : nodeView(story, session.nodeId, slots),
    mine: mine ? answerView(mine) : null,
    partnerChose: current.some(({ userId }) => userId !== viewerId),
    path: pathView(loaded),
    capsuleId: session.capsuleId,
    actions: allowedActions(session, viewerId),
  };
}

/** The nodes behind the two. A node that a later version of the story does not have is left out. */
export const pathView = ({ session, story, choices, slots }: LoadedSession): StoryStepView[] =>
  session.path.flatMap(({ nodeId, at }, step) => {
    const node = nodeView(story, nodeId, slots);
    if (!node) return [];
    const answers = choices.filter((choice) => choice.step === step).map(answerView);
    return [{ node, answers, at }];
  });

function nodeView({ nodes }: StoryTemplate, id: string, slots: StorySlots): StoryNodeView | null {
  const node = nodes[id];
  if (!node) return null;
  const options = node.kind === 'choice' ? node.choices : [];
  const choices = options.map((option) => ({ id: option.id, text: fillSlots(option.text, slots) }));
  return { id, kind: node.kind, text: fillSlots(node.text, slots), choices };
}

const answerView = ({ userId: user, choiceId, text }: StoryChoice): StoryAnswerView => ({ user, choiceId, text });
