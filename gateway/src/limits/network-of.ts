import ipaddr from 'ipaddr.js';

const GROUPS = 4;

/**
 * The network under which an address is counted. An IPv6 connection owns a /64, so its 2^64 addresses count as one. An
 * IPv4 address counts by itself, also in the mapped form ::ffff:192.0.2.1.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, GROUPS)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}
