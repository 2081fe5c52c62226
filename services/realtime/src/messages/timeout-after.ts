import { LIMITS } from '@duet/contracts';

/**
 * The timeout of a batch in milliseconds. `waited` is the waiting time of its oldest item, also in milliseconds. The rest of
 * a request's deadline is the limit, but at least a second.
 */
export const timeoutAfter = (waited: number): number =>
  Math.min(LIMITS.serviceCallTimeout, Math.max(LIMITS.gatewayDeadline - waited, 1_000));
