import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ExtendChallengeDto } from '../challenges/inputs.js';
import { ProposeUnlockDto } from '../memories/capsule-inputs.js';
import { TEXTS } from './texts.js';

const messagesOf = (dto: object): string[] => validateSync(dto).flatMap((one) => Object.values(one.constraints ?? {}));

const ofInstant = (dueAt: string) => messagesOf(plainToInstance(ExtendChallengeDto, { dueAt }));
const ofDayOrInstant = (unlockAt: string) => messagesOf(plainToInstance(ProposeUnlockDto, { unlockAt }));

describe('an instant', () => {
  it.each(['2027-03-28T09:00:00.000Z', '2027-03-28T09:00Z', '2027-03-28T09:00:00+02:00', '2027-03-28T09:00-09:30'])(
    'may be %s',
    (given) => {
      expect([ofInstant(given), ofDayOrInstant(given)]).toEqual([[], []]);
    },
  );

  it.each([
    ...['2027', '2027-03', '2027-W12-7', '2027-087', '2027-03-28T09:00', '2027-03-28T09:00:00.000', '2027-03-28T09'],
    ...['2027-03-28T09:00+0200', '2027-03-28 09:00', '2027-02-30T09:00Z', '2027-03-28T25:00Z', 'tomorrow', 'TZ', ''],
  ])('is not %p', (given) => {
    expect(ofInstant(given)).toContain(TEXTS.scheduleInvalid);
    expect(ofDayOrInstant(given)).toContain(TEXTS.scheduleInvalid);
  });

  it('may be a day where the contract means one', () => {
    expect([ofDayOrInstant('2027-03-28'), ofDayOrInstant('2027-02-30')]).toEqual([[], [TEXTS.scheduleInvalid]]);
    expect(ofInstant('2027-03-28')).toEqual([TEXTS.scheduleInvalid]);
  });
});
