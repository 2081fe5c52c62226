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

/** An address of the public internet. One of IPv4 that is dressed as IPv6 is judged as what it is. */
export const isPublicAddress = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

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
