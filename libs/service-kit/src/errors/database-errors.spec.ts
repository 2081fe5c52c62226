import { databaseIsBusy, databaseIsLost, toAppError } from './database-errors.js';

const postgresError = (code: string): Error => Object.assign(new Error('from PostgreSQL'), { code });

describe('a failure of PostgreSQL', () => {
  it.each([
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['a failed write', '58030'],
    ['too many connections', '53300'],
    ['a shutdown', '57P01'],
    ['a password that was changed', '28P01'],
  ])('is UNAVAILABLE after %s, and no part of a batch is tried again', (_name, code) => {
    const cause = postgresError(code);
    expect(toAppError(cause).code).toBe('UNAVAILABLE');
    expect([databaseIsLost(cause), databaseIsBusy(cause)]).toEqual([true, false]);
  });

  it('is INTERNAL after a statement that is wrong', () => {
    expect(toAppError(postgresError('42601')).code).toBe('INTERNAL');
  });
});
