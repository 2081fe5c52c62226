import { ERRORS } from '@duet/contracts';
import { fieldError, violates } from '@duet/service-kit';

/** Turns the database's refusal of a second account into the field's error; throws anything else on. */
export function refuseTaken(cause: unknown): never {
  if (violates(cause, 'users_email_key')) throw fieldError('email', ERRORS.EMAIL_TAKEN.message, 'EMAIL_TAKEN');
  if (violates(cause, 'users_username_key')) throw fieldError('username', ERRORS.USERNAME_TAKEN.message, 'USERNAME_TAKEN');
  throw cause;
}
