export const MOODS = ['happy', 'calm', 'in_love', 'tired', 'sad', 'angry', 'stressed', 'ill'] as const;
export type Mood = (typeof MOODS)[number];
