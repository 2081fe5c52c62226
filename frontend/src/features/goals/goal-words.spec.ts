import { formatsOf } from '../../ui/formats.js';
import { stateWords } from './goal-words.js';

it('the day of a goal is that of the two, not the device’s', () => {
  const midnightInKiritimati = { status: 'active', dueAt: '2999-05-03T10:00:00.000Z', achievedAt: null } as const;
  expect(stateWords(midnightInKiritimati, formatsOf({ locale: 'en-US' }), 'Pacific/Kiritimati')).toBe('By May 4, 2999');
});
