import type { ListKind } from '@duet/contracts';
import { LIST_KINDS } from '@duet/contracts/plain';
import { Clapperboard, ListChecks, Luggage, type LucideIcon, MapPinned, ShoppingBasket } from 'lucide-react';
import { type PlainTextKey, t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import styles from './lists.module.css';

interface Kind {
  label: PlainTextKey;
  icon: LucideIcon;
  /** Gives the colours `--tint` and `--tint-ink`. */
  tint: string | undefined;
  /** Duet may choose one of its items. */
  canPick: boolean;
}

const KINDS: Record<ListKind, Kind> = {
  shopping: { label: 'lists.shopping', icon: ShoppingBasket, tint: styles.shopping, canPick: false },
  packing: { label: 'lists.packing', icon: Luggage, tint: styles.packing, canPick: false },
  films: { label: 'lists.films', icon: Clapperboard, tint: styles.films, canPick: true },
  places: { label: 'lists.places', icon: MapPinned, tint: styles.places, canPick: true },
  other: { label: 'lists.other', icon: ListChecks, tint: styles.other, canPick: true },
};

export const kindOf = (kind: ListKind): Kind => KINDS[kind];

/** All kinds, for a choice. */
export const kindOptions = (): { value: ListKind; label: string }[] =>
  LIST_KINDS.map((value) => ({ value, label: t(KINDS[value].label) }));

/** The sign of a kind: its icon on its colour. */
export function KindSign({ kind, isLarge = false }: { kind: ListKind; isLarge?: boolean }) {
  const { icon: Icon } = KINDS[kind];
  return (
    <span className={classes(styles.sign, isLarge && styles.large)} aria-hidden>
      <Icon size={isLarge ? 28 : 22} strokeWidth={1.8} />
    </span>
  );
}
