import { createHash } from 'node:crypto';

/** As many characters as a tag has; what follows in a session's id is random. */
const LENGTH = 8;

/**
 * A short name of a replica, made from the address at which its peers reach it. realtime puts it in front of each
 * session's id, so that whoever stands before several replicas finds the one that holds the session.
 */
export function replicaTag(address: string): string {
  // A socket that listens on both families shows IPv4 like this.
  const plain = address.replace(/^::ffff:/, '');
  return createHash('sha256').update(plain).digest('base64url').slice(0, LENGTH);
}
