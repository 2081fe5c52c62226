import type { ChallengeCategory } from '@duet/contracts';
import { Compass, HandHeart, type LucideIcon, MessagesSquare, PartyPopper, Sprout, Telescope } from 'lucide-react';
import type { PlainTextKey } from '../../texts/index.js';
import { Sign } from '../../ui/sign.js';
import type { Tint } from '../../ui/tint.js';

interface Category {
  label: PlainTextKey;
  icon: LucideIcon;
  tint: Tint;
}

const CATEGORIES: Record<ChallengeCategory, Category> = {
  talk: { label: 'challenges.talk', icon: MessagesSquare, tint: 'mulberry' },
  play: { label: 'challenges.play', icon: PartyPopper, tint: 'honey' },
  care: { label: 'challenges.care', icon: HandHeart, tint: 'clay' },
  adventure: { label: 'challenges.adventure', icon: Compass, tint: 'green' },
  grow: { label: 'challenges.grow', icon: Sprout, tint: 'moss' },
  apart: { label: 'challenges.apart', icon: Telescope, tint: 'indigo' },
};

const ORDER = ['talk', 'play', 'care', 'adventure', 'grow', 'apart'] as const satisfies readonly ChallengeCategory[];

/** All categories, in the order of the tabs. */
export const challengeCategories = ORDER.map((id) => ({ id, ...CATEGORIES[id] }));

export const challengeCategoryOf = (category: ChallengeCategory): Category => CATEGORIES[category];

/** The sign of a category: its icon on its colour. */
export function ChallengeCategorySign({
  category,
  isLarge = false,
}: {
  category: ChallengeCategory;
  isLarge?: boolean;
}) {
  const { icon: Icon, tint } = CATEGORIES[category];
  return (
    <Sign tint={tint} isLarge={isLarge}>
      <Icon />
    </Sign>
  );
}
