import type { ListKind } from '@duet/contracts';
import { LIST_KINDS } from '@duet/contracts/plain';
import { Clapperboard, ListChecks, Luggage, type LucideIcon, MapPinned, ShoppingBasket } from 'lucide-react';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Sign } from '../../ui/sign.js';
import type { Tint } from '../../ui/tint.js';

interface Kind {
  label: PlainTextKey;
  icon: LucideIcon;
  tint: Tint;
  /** Duet may choose one of its items. */
  canPick: boolean;
}

const KINDS: Record<ListKind, Kind> = {
  shopping: { label: 'lists.shopping', icon: ShoppingBasket, tint: 'green', canPick: false },
  packing: { label: 'lists.packing', icon: Luggage, tint: 'honey', canPick: false },
  films: { label: 'lists.films', icon: Clapperboard, tint: 'mulberry', canPick: true },
  places: { label: 'lists.places', icon: MapPinned, tint: 'indigo', canPick: true },
  other: { label: 'lists.other', icon: ListChecks, tint: 'clay', canPick: true },
};

export const listKindOf = (kind: ListKind): Kind => KINDS[kind];

/** All kinds, for a choice. */
export const kindOptions = (): { value: ListKind; label: string }[] =>
  LIST_KINDS.map((value) => ({ value, label: t(KINDS[value].label) }));

/** The sign of a kind: its icon on its colour. */
export function KindSign({ kind, isLarge = false }: { kind: ListKind; isLarge?: boolean }) {
  const { icon: Icon, tint } = KINDS[kind];
  return (
    <Sign tint={tint} isLarge={isLarge}>
      <Icon />
    </Sign>
  );
}
