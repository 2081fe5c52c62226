import type { CardType } from '@duet/contracts';
import { type ComponentType, Suspense, lazy, useRef } from 'react';
import type { DrawCard } from '../cards/draw-card.js';
import { PendingCard, type SharedThing } from '../cards/chat-card.js';
import { useNear } from '../ui/use-near.js';

const late = (load: () => Promise<ComponentType<SharedThing>>): ComponentType<SharedThing> =>
  lazy(async () => ({ default: await load() }));

/** Every card that this build draws. The code of one is loaded with the first of its kind. */
const CARDS: ReadonlyMap<string, ComponentType<SharedThing>> = new Map<CardType, ComponentType<SharedThing>>([
  ['capsule', late(async () => (await import('../features/memories/capsules/capsule-chat-card.js')).CapsuleChatCard)],
  ['challenge', late(async () => (await import('../features/challenges/challenge-chat-card.js')).ChallengeChatCard)],
  ['goal', late(async () => (await import('../features/goals/goal-chat-card.js')).GoalChatCard)],
  ['list', late(async () => (await import('../features/lists/list-chat-card.js')).ListChatCard)],
  ['story', late(async () => (await import('../features/stories/story-chat-card.js')).StoryChatCard)],
  ['date', late(async () => (await import('../features/dates/date-chat-card.js')).DateChatCard)],
]);

/** Loads its thing when it comes near the screen: a long conversation may have many. */
function NearCard({ Card, ...thing }: SharedThing & { Card: ComponentType<SharedThing> }) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame);
  const pending = <PendingCard title={thing.title} />;
  return (
    <div ref={frame}>
      {isNear ? (
        <Suspense fallback={pending}>
          <Card {...thing} />
        </Suspense>
      ) : (
        pending
      )}
    </div>
  );
}

export const drawCard: DrawCard = ({ type, id }, title) => {
  const Card = CARDS.get(type);
  return Card ? <NearCard Card={Card} id={id} title={title} /> : null;
};
