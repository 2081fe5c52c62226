import { v5 } from 'uuid';

/** The namespace of aliases (RFC 9562, version 5). Another one would outdate every link that is in use. */
const NAMESPACE = 'b1b1a6f0-6f0e-4c1c-9d53-5f6b6d0a7c52';

/**
 * The name of a session in links, which people pass on and servers log. It shows whether the session has ended, and does not
 * reveal its id, which suffices to end the session.
 * @param sessionId a UUID
 * @returns a UUID, always the same for a session
 */
export const sessionAlias = (sessionId: string): string => v5(sessionId, NAMESPACE);
