import type { CardType } from '@duet/contracts';
import { type ComponentType, useRef } from 'react';
import type { DrawCard } from '../cards/draw-card.js';
import { PendingCard, type SharedThing } from '../cards/chat-card.js';
import { ChallengeChatCard } from '../features/challenges/challenge-chat-card.js';
import { DateChatCard } from '../features/dates/date-chat-card.js';
import { GoalChatCard } from '../features/goals/goal-chat-card.js';
import { CapsuleChatCard } from '../features/memories/capsules/capsule-chat-card.js';
import { useNear } from '../ui/use-near.js';

/** Every card that this build draws. */
const CARDS: ReadonlyMap<string, ComponentType<SharedThing>> = new Map<CardType, ComponentType<SharedThing>>([
  ['capsule', CapsuleChatCard],
  ['challenge', ChallengeChatCard],
  ['goal', GoalChatCard],
  ['date', DateChatCard],
]);

/** Loads its thing when it comes near the screen: a long conversation may have many. */
function NearCard({ Card, ...thing }: SharedThing & { Card: ComponentType<SharedThing> }) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame);
  return <div ref={frame}>{isNear ? <Card {...thing} /> : <PendingCard title={thing.title} />}</div>;
}

export const drawCard: DrawCard = ({ type, id }, title) => {
  const Card = CARDS.get(type);
  return Card ? <NearCard Card={Card} id={id} title={title} /> : null;
};
