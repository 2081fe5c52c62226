import { Resolver } from 'node:dns/promises';
import { type LookupFunction, isIP } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from '@duet/service-kit';

/** A page or picture that is not fetched, and not retried. */
export class PreviewRefusedError extends Error {}

/** Restricts requests to untrusted sites. */
export interface WayOut {
  allowsAddress: (address: string) => boolean;
  allowsPort: (port: string) => boolean;
  /** Hosts that are never requested. */
  refused: readonly string[];
  /** All addresses of a name. */
  resolve: (hostname: string) => Promise<string[]>;
}

/** `URL` omits the default port of the scheme. */
const USUAL_PORTS = ['', '80', '443'];

/** Time limit of a DNS query in milliseconds. */
const RESOLVE_WITHIN = 2_000;

/** Queries name servers directly: the system's lookup blocks threads of the file system pool and resolves internal names. */
async function resolveBoth(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_WITHIN, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new Error('the name has no address');
  return found;
}

/** Public addresses on the usual ports. */
export const PUBLIC: WayOut = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => USUAL_PORTS.includes(port),
  refused: [],
  resolve: resolveBoth,
};

/** All addresses and ports, for tests and demonstrations with local sites. */
export const ANYWHERE: WayOut = { ...PUBLIC, allowsAddress: () => true, allowsPort: () => true };

/**
 * Parses and checks an address. `lookupBy` checks the resolved IP addresses at the connection.
 * @throws PreviewRefusedError
 */
export function siteAddress(address: string, way: WayOut, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new PreviewRefusedError('an invalid address');
  const url = new URL(address, base);
  const literal = bare(url.hostname);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new PreviewRefusedError('not an HTTP address');
  if (url.username !== '' || url.password !== '') throw new PreviewRefusedError('an address with a login');
  if (way.refused.includes(url.host)) throw new PreviewRefusedError('an internal host');
  if (!way.allowsPort(url.port)) throw new PreviewRefusedError('an unusual port');
  if (isIP(literal) > 0 && !way.allowsAddress(literal)) throw new PreviewRefusedError('not a public address');
  url.hash = '';
  return url;
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** A lookup that returns only checked addresses. One forbidden address refuses the whole name (DNS rebinding). */
export function lookupBy({ resolve, allowsAddress }: WayOut): LookupFunction {
  const allowed = callbackify(async (hostname: string) => {
    const found = await resolve(hostname);
    if (!found.every(allowsAddress)) throw new PreviewRefusedError('not a public address');
    return found.map((address) => ({ address, family: isIP(address) }));
  });
  return (hostname, { all }, callback) =>
    allowed(hostname, (failure, found) => {
      const [first] = found ?? [];
      if (!first) callback(failure ?? new Error('the name has no address'), '');
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    });
}
