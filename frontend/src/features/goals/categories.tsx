import type { GoalCategory } from '@duet/contracts';
import { GraduationCap, HeartHandshake, House, Leaf, type LucideIcon, Mountain, PiggyBank } from 'lucide-react';
import type { PlainTextKey } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import styles from './goals.module.css';

interface Category {
  label: PlainTextKey;
  icon: LucideIcon;
  /** Gives the colours `--tint` and `--tint-ink`. */
  tint: string | undefined;
}

const CATEGORIES: Record<GoalCategory, Category> = {
  us: { label: 'goals.us', icon: HeartHandshake, tint: styles.us },
  home: { label: 'goals.home', icon: House, tint: styles.home },
  health: { label: 'goals.health', icon: Leaf, tint: styles.health },
  learning: { label: 'goals.learning', icon: GraduationCap, tint: styles.learning },
  adventure: { label: 'goals.adventure', icon: Mountain, tint: styles.adventure },
  money: { label: 'goals.money', icon: PiggyBank, tint: styles.money },
};

const ORDER = ['us', 'home', 'health', 'learning', 'adventure', 'money'] as const satisfies readonly GoalCategory[];

/** All categories, in the order of the form. */
export const allCategories = ORDER.map((id) => ({ id, ...CATEGORIES[id] }));

export const categoryOf = (category: GoalCategory): Category => CATEGORIES[category];

/** The sign of a category: its icon on its colour. */
export function CategorySign({ category, isLarge = false }: { category: GoalCategory; isLarge?: boolean }) {
  const { icon: Icon, tint } = CATEGORIES[category];
  return (
    <span className={classes(styles.sign, tint, isLarge && styles.large)} aria-hidden>
      <Icon size={isLarge ? 28 : 22} strokeWidth={1.8} />
    </span>
  );
}
