import { failureOf } from './errors.js';

const answered = (status: number, data?: unknown) => ({ status, data });

describe('failureOf', () => {
  it.each([
    ['400 with items', answered(400, { errors: [{ msg: 'A' }, { field: 'email', message: 'B' }] }), ['A', 'B']],
    ['400 with one message', answered(400, { message: 'Bad' }), ['Bad']],
    ['400 without a message', answered(400), ['Registration failed']],
    ['401 with a message', answered(401, { message: 'Invalid email or password' }), ['Invalid email or password']],
    ['401 without a message', answered(401), ['Authentication failed']],
    ['403 with a message', answered(403, { message: 'No' }), ['No']],
    ['403 without a message', answered(403), ['Access denied']],
    ['404 with any message', answered(404, { message: 'x' }), ['Resource not found']],
    ['429 with any message', answered(429, { message: 'x' }), ['Too many requests. Please try again later.']],
    ['500 with any message', answered(500, { message: 'x' }), ['Server error. Please try again later.']],
    ['another status with a message', answered(409, { message: 'Taken' }), ['Taken']],
    ['another status without a message', answered(418), ['Registration failed']],
    ['no answer', { status: 'FETCH_ERROR', error: 'x' }, ['Network error. Please check your connection.']],
    ['a time-out', { status: 'TIMEOUT_ERROR', error: 'x' }, ['Network error. Please check your connection.']],
    [
      'a page instead of JSON',
      { status: 'PARSING_ERROR', originalStatus: 500, data: '<html>' },
      ['Server error. Please try again later.'],
    ],
    ['a thrown error', { message: 'boom' }, ['Registration failed']],
  ])('turns %s into sentences', (_name, error, messages) => {
    expect(failureOf(error, 'Registration failed').messages).toEqual(messages);
  });

  it('falls back to a general sentence', () => {
    expect(failureOf(undefined).messages).toEqual(['An unexpected error occurred']);
  });

  it('groups messages by field', () => {
    expect(
      failureOf(answered(409, { message: 'Taken', errors: [{ field: 'email', message: 'Taken' }] })).fields,
    ).toEqual({ email: 'Taken' });
  });

  it('is silent about an expired token only', () => {
    expect(failureOf(answered(401, { code: 'TOKEN_EXPIRED' })).silent).toBe(true);
    expect(failureOf(answered(401, { code: 'UNAUTHENTICATED' })).silent).toBe(false);
  });
});
