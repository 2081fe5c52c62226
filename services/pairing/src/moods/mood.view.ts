import type { MoodRecord, MoodView } from '@duet/contracts';
import type { DayMood } from './mood.entity.js';

/** @returns the mood of a row; none for one that was taken back */
export const moodViews = ({ userId, day, mood, note, setAt }: Omit<DayMood, 'id' | 'coupleId'>): MoodView[] =>
  mood === null ? [] : [{ userId, day, mood, note, at: setAt.toISOString() }];

/** A mood in its author's export. */
export const moodRecords = (row: DayMood): MoodRecord[] =>
  moodViews(row).map(({ day, mood, note }) => ({ day, mood, note }));
