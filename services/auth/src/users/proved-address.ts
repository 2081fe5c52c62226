import { AppError } from '@duet/service-kit';
import type { User } from './user.entity.js';

/**
 * Refuses a credential that outlives a password reset while the address is unproved. Otherwise an attacker who registered
 * another person's address would keep access after its owner has reset the password. Call it with the row locked.
 * @throws AppError EMAIL_UNVERIFIED
 */
export function requireProvedAddress({ emailVerifiedAt }: User): void {
  if (emailVerifiedAt === null) throw new AppError('EMAIL_UNVERIFIED');
}
