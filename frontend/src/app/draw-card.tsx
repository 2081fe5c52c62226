import type { CardType, TogetherPart } from '@duet/contracts';
import { MoonStar } from 'lucide-react';
import { type ComponentType, Suspense, lazy, useRef } from 'react';
import type { DrawCard } from '../cards/draw-card.js';
import { PlainCard, type SharedThing } from '../cards/chat-card.js';
import { useHiddenParts } from '../platform/account/parts.js';
import { t } from '../texts/index.js';
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
  const pending = <PlainCard title={thing.title} />;
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

/** The part that a type of card belongs to. */
const PARTS: ReadonlyMap<string, TogetherPart> = new Map<CardType, TogetherPart>([
  ['goal', 'goals'],
  ['list', 'lists'],
  ['story', 'stories'],
]);

/** A card of a part that is switched off loads nothing and leads nowhere. */
function PartCard({ part, ...card }: SharedThing & { Card: ComponentType<SharedThing>; part: TogetherPart }) {
  if (!useHiddenParts().includes(part)) return <NearCard {...card} />;
  return (
    <PlainCard title={card.title} sign={<MoonStar size={22} />}>
      <p>{t('cards.rests')}</p>
    </PlainCard>
  );
}

export const drawCard: DrawCard = ({ type, id }, title) => {
  const part = PARTS.get(type);
  const Card = CARDS.get(type);
  if (!Card) return null;
  const card = { Card, id, title };
  return part ? <PartCard {...card} part={part} /> : <NearCard {...card} />;
};
