import type { MoodRecord } from '@duet/contracts';
import { escape } from './export-escape.js';

const WORDS: Record<MoodRecord['mood'], string> = {
  happy: 'happy',
  calm: 'calm',
  in_love: 'in love',
  tired: 'tired',
  sad: 'sad',
  angry: 'angry',
  stressed: 'stressed',
  ill: 'ill',
};

/** The user's own moods as a list. @param day formats a day */
export function moodsOf(moods: MoodRecord[], day: (at: string) => string): string {
  if (moods.length === 0) return '';
  const rows = moods.map(({ day: at, mood, note }) => {
    const words = note === '' ? '' : `: <bdi>${escape(note)}</bdi>`;
    return `<li>You felt ${WORDS[mood]}${words} <span class="soft">${escape(day(at))}</span></li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}
