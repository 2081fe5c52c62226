import { describeError } from './logger.js';

const described = (cause: unknown): string => JSON.stringify(describeError(cause));

describe('an error in a log line', () => {
  it('keeps what identifies it, and its causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect', port: 5432 });
    const line = described(
      Object.assign(new Error('no database', { cause }), { code: 'UNAVAILABLE', table: 'messages' }),
    );
    expect(JSON.parse(line)).toMatchObject({
      type: 'Error',
      message: 'no database: connect ECONNREFUSED',
      stack: expect.stringContaining('caused by: Error: connect ECONNREFUSED'),
      code: 'UNAVAILABLE',
      table: 'messages',
    });
    expect(JSON.parse(described(new AggregateError([cause], 'all failed')))).toMatchObject({
      aggregateErrors: [{ message: 'connect ECONNREFUSED', port: 5432 }],
    });
  });

  it.each([
    [
      'the password in a command that Redis refused',
      { command: { name: 'hello', args: ['3', 'AUTH', 'realtime', 'secret'] } },
    ],
    ['the parameters of a statement', { parameters: ['secret'], driverError: new Error('secret') }],
    ['a row in PostgreSQL’s details', { detail: 'Key (email)=(secret) already exists.', where: 'secret' }],
    ['the current state that an answer carries', { current: { content: 'secret' } }],
    ['a field of an inner error', { errors: [Object.assign(new Error('inner'), { parameters: ['secret'] })] }],
  ])('leaves out %s', (_, fields) => {
    expect(described(Object.assign(new Error('failed'), fields))).not.toContain('secret');
    expect(described(new AggregateError([Object.assign(new Error('part'), fields)], 'all'))).not.toContain('secret');
  });

  it('is written as it is when it is no error', () => {
    expect(describeError('timeout')).toBe('timeout');
  });
});
