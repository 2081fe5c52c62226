/**
 * The part of `ERRORS` that says nothing about what was sent: the session, the rate limit or the server is the cause, and the
 * same call may succeed later. It is apart because pages need it before they need any sentence.
 */
export const PASSING_ERRORS = {
  UNAUTHENTICATED: { status: 401, message: 'Authentication failed' },
  TOKEN_EXPIRED: { status: 401, message: 'Your session has expired' },
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Please enter the code of your authenticator app' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please try again later.' },
  INTERNAL: { status: 500, message: 'Server error. Please try again later.' },
  UNAVAILABLE: { status: 503, message: 'The service is unavailable right now. Please try again.' },
  TIMEOUT: { status: 504, message: 'This took too long. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;
