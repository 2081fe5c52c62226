import { ERRORS } from '@duet/contracts';
import { fieldError, violates } from '@duet/service-kit';

/** Turns a unique violation into the error of its field. @throws AppError EMAIL_TAKEN, USERNAME_TAKEN; any other cause unchanged */
export function refuseTaken(cause: unknown): never {
  if (violates(cause, 'users_email_key')) throw fieldError('email', ERRORS.EMAIL_TAKEN.message, 'EMAIL_TAKEN');
  if (violates(cause, 'users_username_key'))
    throw fieldError('username', ERRORS.USERNAME_TAKEN.message, 'USERNAME_TAKEN');
  throw cause;
}
