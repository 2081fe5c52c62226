import { lookup } from 'node:dns';
import { type LookupFunction, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown where somebody's address leads into our own network, or to nowhere that is anybody's. */
export class NotPublicError extends Error {
  readonly code = 'ENOTPUBLIC';

  constructor() {
    super('the address is not a public one');
  }
}

/** All of IPv6 that was ever given out; what lies elsewhere is nobody's, or a disguise. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address behind which a cloud keeps what it tells its machines. */
const OF_A_CLOUD = '168.63.129.16';

/** An address of the public internet. One of IPv4 that is dressed as IPv6 is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  if (found.range() !== 'unicast' || found.toString() === OF_A_CLOUD) return false;
  return !(found instanceof ipaddr.IPv6) || found.match(GIVEN_OUT);
}

/** False for a literal address that is not public; what a name leads to is known only when it is looked up. @param hostname as `URL` gives it */
export function isPublicHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 || isPublicAddress(bare);
}

/**
 * `lookup` for connections to addresses that strangers name: only what is public is connected to, and it is the address
 * that was looked at, so a name that changes its mind in between gains nothing. Nobody looks up a literal address: ask
 * `isPublicHost` before.
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
