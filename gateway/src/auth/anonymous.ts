import type { CallContext } from '@duet/service-kit';

/** Drops the access token: an expired one must not fail a call that needs none. */
export const anonymous = ({ requestId, client }: CallContext): CallContext => ({ requestId, client });
