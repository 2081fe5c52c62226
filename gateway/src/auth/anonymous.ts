import type { CallContext } from '@duet/service-kit';

/** A token that happens to be attached, perhaps an expired one, must not spoil a call that needs none. */
export const anonymous = ({ requestId, client }: CallContext): CallContext => ({ requestId, client });
