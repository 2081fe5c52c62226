export const NUDGE_KINDS = ['thinking', 'miss', 'proud', 'goodnight'] as const;
export type NudgeKind = (typeof NUDGE_KINDS)[number];
