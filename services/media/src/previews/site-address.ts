import { Resolver } from 'node:dns/promises';
import { type LookupFunction, isIP } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from '@duet/service-kit';

/** What a site may not be made to show us: there is no second try. */
export class Refusal extends Error {}

/** Which way out requests to strangers' sites may take. */
export interface WayOut {
  allowsAddress: (address: string) => boolean;
  allowsPort: (port: string) => boolean;
  /** Hosts that are asked nothing. */
  refused: readonly string[];
  /** All addresses of a name. */
  resolve: (hostname: string) => Promise<string[]>;
}

/** `URL` leaves out the port that goes with the scheme. */
const USUAL_PORTS = ['', '80', '443'];

/** Milliseconds, for each of the two kinds of addresses. */
const RESOLVE_WITHIN = 2_000;

/** Asks name servers itself: the system's own look-up waits in the few threads that also read our files, and knows names of our network. */
async function resolveBoth(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_WITHIN, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new Error('the name leads nowhere');
  return found;
}

/** To the public internet, where web servers are. */
export const PUBLIC: WayOut = { allowsAddress: isPublicAddress, allowsPort: (port) => USUAL_PORTS.includes(port), refused: [], resolve: resolveBoth };

/** For tests and demonstrations on one machine: also to sites on it. */
export const ANYWHERE: WayOut = { ...PUBLIC, allowsAddress: () => true, allowsPort: () => true };

/**
 * An address that may be asked, as far as its words tell; where its name leads is looked at when it is connected to.
 * @throws Refusal
 */
export function siteAddress(address: string, way: WayOut, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new Refusal('no address');
  const url = new URL(address, base);
  const literal = bare(url.hostname);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refusal('not the web');
  if (url.username !== '' || url.password !== '') throw new Refusal('an address with a login');
  if (way.refused.includes(url.host)) throw new Refusal('a host of ours');
  if (!way.allowsPort(url.port)) throw new Refusal('an unusual port');
  if (isIP(literal) > 0 && !way.allowsAddress(literal)) throw new Refusal('not a public address');
  url.hash = '';
  return url;
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** What connects is what was looked at. A name with a single address that is not allowed is refused as a whole. */
export function lookupBy({ resolve, allowsAddress }: WayOut): LookupFunction {
  const allowed = callbackify(async (hostname: string) => {
    const found = await resolve(hostname);
    if (!found.every(allowsAddress)) throw new Refusal('not a public address');
    return found.map((address) => ({ address, family: isIP(address) }));
  });
  return (hostname, { all }, callback) =>
    allowed(hostname, (failure, found) => {
      const [first] = found ?? [];
      if (!first) callback(failure ?? new Error('the name leads nowhere'), '');
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    });
}
