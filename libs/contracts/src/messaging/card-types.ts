/** The things of a couple that a message can show as a card. A stored message names its type, so none is renamed or removed. */
export const CARD_TYPES = ['capsule', 'challenge', 'goal', 'story', 'list', 'date'] as const;
export type CardType = (typeof CARD_TYPES)[number];
