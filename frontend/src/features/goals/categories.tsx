import type { GoalCategory } from '@duet/contracts';
import { GraduationCap, HeartHandshake, House, Leaf, type LucideIcon, Mountain, PiggyBank } from 'lucide-react';
import type { PlainTextKey } from '../../texts/index.js';
import { Sign } from '../../ui/sign.js';
import type { Tint } from '../../ui/tint.js';

interface Category {
  label: PlainTextKey;
  icon: LucideIcon;
  tint: Tint;
}

const CATEGORIES: Record<GoalCategory, Category> = {
  us: { label: 'goals.us', icon: HeartHandshake, tint: 'mulberry' },
  home: { label: 'goals.home', icon: House, tint: 'honey' },
  health: { label: 'goals.health', icon: Leaf, tint: 'green' },
  learning: { label: 'goals.learning', icon: GraduationCap, tint: 'indigo' },
  adventure: { label: 'goals.adventure', icon: Mountain, tint: 'moss' },
  money: { label: 'goals.money', icon: PiggyBank, tint: 'clay' },
};

const ORDER = ['us', 'home', 'health', 'learning', 'adventure', 'money'] as const satisfies readonly GoalCategory[];

/** All categories, in the order of the form. */
export const goalCategories = ORDER.map((id) => ({ id, ...CATEGORIES[id] }));

export const goalCategoryOf = (category: GoalCategory): Category => CATEGORIES[category];

/** The sign of a category: its icon on its colour. */
export function GoalCategorySign({ category, isLarge = false }: { category: GoalCategory; isLarge?: boolean }) {
  const { icon: Icon, tint } = CATEGORIES[category];
  return (
    <Sign tint={tint} isLarge={isLarge}>
      <Icon />
    </Sign>
  );
}
