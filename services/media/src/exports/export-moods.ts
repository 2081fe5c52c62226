import type { MoodRecord } from '@duet/contracts';
import type { PageTexts } from '../texts/index.js';
import { escape } from './export-escape.js';

/** The user's own moods as a list. @param day formats a day */
export function moodsOf({ felt }: PageTexts, moods: MoodRecord[], day: (at: string) => string): string {
  if (moods.length === 0) return '';
  const rows = moods.map(({ day: at, mood, note }) => {
    const words = note === '' ? '' : `: <bdi>${escape(note)}</bdi>`;
    return `<li>${felt[mood]}${words} <span class="soft">${escape(day(at))}</span></li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}
