import type { CardView } from '@duet/contracts';
import { type ReactNode, createContext } from 'react';

/** The card of a thing, or null for a type that this build cannot draw. `title` is the thing's title when it was shared. */
export type DrawCard = (card: CardView, title: string) => ReactNode;

/** Draws the cards in the conversation: the app provides it, because things belong to many features. */
export const DrawCardContext = createContext<DrawCard>(() => null);
