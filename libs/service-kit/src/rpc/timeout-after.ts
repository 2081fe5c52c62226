import { LIMITS } from '@duet/contracts';

/**
 * The timeout of a call for a request that has waited for `waited` milliseconds: the rest of the request's deadline, at least
 * a second and at most the usual timeout, in milliseconds.
 */
export const timeoutAfter = (waited: number): number =>
  Math.min(LIMITS.serviceCallTimeout, Math.max(LIMITS.gatewayDeadline - waited, 1_000));
