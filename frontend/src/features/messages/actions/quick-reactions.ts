/** The first three are the specification's. */
export const QUICK_REACTIONS = ['❤️', '👍', '😂'] as const;

/** Within reach of the thumb there is room for three more. */
export const SHEET_REACTIONS = [...QUICK_REACTIONS, '😮', '😢', '😡'] as const;

/** The reaction of a double tap. */
export const [LOVE] = QUICK_REACTIONS;
