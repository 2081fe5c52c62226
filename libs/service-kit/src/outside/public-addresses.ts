import { lookup } from 'node:dns';
import { type LookupFunction, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown for an address that a user named and that is not on the public internet. */
export class NotPublicError extends Error {
  readonly code = 'ENOTPUBLIC';

  constructor() {
    super('the address is not public');
  }
}

/** Global unicast, the only IPv6 range that IANA assigns from (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's metadata service, which has a public address. */
const AZURE_METADATA = '168.63.129.16';

/** Returns whether an IP address belongs to the public internet. IPv4-mapped IPv6 addresses count as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  if (found.range() !== 'unicast' || found.toString() === AZURE_METADATA) return false;
  return !(found instanceof ipaddr.IPv6) || found.match(GLOBAL_UNICAST);
}

/** Returns false for a literal address that is not public. Names pass: `publicLookup` checks their addresses. @param hostname of a `URL` */
export function isPublicHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 || isPublicAddress(bare);
}

/**
 * `dns.lookup` for connections to hosts that users name; it fails with `NotPublicError` without a public address. The
 * connection uses the address that was checked, which prevents DNS rebinding. Node does not look up literal addresses: check
 * them with `isPublicHost` first.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (failure, found) => {
    if (failure) return callback(failure, '');
    const [first, ...others] = found.filter(({ address }) => isPublicAddress(address));
    if (!first) return callback(new NotPublicError(), '');
    if (options.all) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  });
};
