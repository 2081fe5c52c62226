import type { ChallengeCategory } from '@duet/contracts';
import { Compass, HandHeart, type LucideIcon, MessagesSquare, PartyPopper, Sprout, Telescope } from 'lucide-react';
import type { PlainTextKey } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import styles from './categories.module.css';

interface Category {
  label: PlainTextKey;
  icon: LucideIcon;
  /** Gives the colours `--tint` and `--tint-ink`. */
  tint: string | undefined;
}

const CATEGORIES: Record<ChallengeCategory, Category> = {
  talk: { label: 'challenges.talk', icon: MessagesSquare, tint: styles.talk },
  play: { label: 'challenges.play', icon: PartyPopper, tint: styles.play },
  care: { label: 'challenges.care', icon: HandHeart, tint: styles.care },
  adventure: { label: 'challenges.adventure', icon: Compass, tint: styles.adventure },
  grow: { label: 'challenges.grow', icon: Sprout, tint: styles.grow },
  apart: { label: 'challenges.apart', icon: Telescope, tint: styles.apart },
};

const ORDER = ['talk', 'play', 'care', 'adventure', 'grow', 'apart'] as const satisfies readonly ChallengeCategory[];

/** All categories, in the order of the tabs. */
export const allCategories = ORDER.map((id) => ({ id, ...CATEGORIES[id] }));

export const categoryOf = (category: ChallengeCategory): Category => CATEGORIES[category];

/** The sign of a category: its icon on its colour. */
export function CategorySign({ category, isLarge = false }: { category: ChallengeCategory; isLarge?: boolean }) {
  const { icon: Icon, tint } = CATEGORIES[category];
  return (
    <span className={classes(styles.sign, tint, isLarge && styles.large)} aria-hidden>
      <Icon size={isLarge ? 28 : 22} strokeWidth={1.8} />
    </span>
  );
}
