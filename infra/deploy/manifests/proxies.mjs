import { isIP } from 'node:net';
import { ofKind } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest */

/** The shortest allowed prefixes by IP version: a shorter one would trust a whole private network. @type {Record<number, number>} */
const SHORTEST = { 4: 16, 6: 48 };

/** @param {string} hop @returns {string | null} what is wrong with it */
function complaint(hop) {
  const [address = '', prefix] = hop.split('/');
  const family = isIP(address);
  if (family === 0) return `${hop} is no address`;
  return prefix !== undefined && Number(prefix) < (SHORTEST[family] ?? 0) ? `${hop} trusts a whole network` : null;
}

/** Checks that only the ingress controller is a trusted proxy, not every pod of a network. @param {Manifest[]} objects */
export function trustedProxies(objects) {
  return ofKind(objects, 'ConfigMap').flatMap(({ metadata, data }) => {
    if (data?.TRUSTED_PROXIES === undefined) return [];
    const hops = String(data.TRUSTED_PROXIES)
      .split(',')
      .map((hop) => hop.trim());
    const problems = hops.flatMap((hop) => complaint(hop) ?? []);
    const isLocal = hops.every((hop) => hop === '127.0.0.1' || hop === '::1');
    if (isLocal && objects.some(({ kind }) => kind === 'Ingress' || kind === 'HTTPRoute'))
      problems.push('the ingress controller is not among them, so everybody shares its address');
    return problems.map((problem) => `ConfigMap ${metadata.name} TRUSTED_PROXIES: ${problem}`);
  });
}
