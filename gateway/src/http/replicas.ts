import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { monotonicNow, replicaTag } from '@duet/service-kit';

type Lookup = (host: string) => Promise<string[]>;

/** A name is resolved again on demand when the last answer is older than this, in milliseconds. */
const MAX_AGE = 1_000;

const addressesOf: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const withHost = (url: URL, address: string): string =>
  `${url.protocol}//${isIPv6(address) ? `[${address}]` : address}:${url.port || '80'}`;

/**
 * The replicas behind one DNS name. A Socket.IO session lives in one replica, and polling sends each of its requests
 * separately. The tag at the front of the session id names the replica. A new session goes to any of them.
 */
export class Replicas {
  private readonly url: URL;
  private readonly byTag = new Map<string, string>();
  private resolvedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly name: string,
    private readonly resolve: Lookup = addressesOf,
  ) {
    this.url = new URL(name);
  }

  /** The origin for a session's requests; a random replica without an id, or if the session's replica is gone. */
  pickOrigin(sessionId?: string): string {
    if (monotonicNow() - this.resolvedAt > MAX_AGE) void this.refresh();
    const own = [...this.byTag].find(([tag]) => sessionId?.startsWith(tag));
    if (own) return own[1];
    const all = [...this.byTag.values()];
    return all[Math.floor(Math.random() * all.length)] ?? this.name;
  }

  /** Resolves the name now. If that fails, the known replicas stay. */
  async refresh(): Promise<void> {
    // A certificate is issued for the name, so behind TLS a load balancer has to provide sticky sessions.
    if (this.url.protocol !== 'http:') return;
    this.resolvedAt = monotonicNow();
    const addresses = await this.resolve(this.url.hostname.replace(/^\[|\]$/g, '')).catch(() => []);
    if (addresses.length === 0) return;
    this.byTag.clear();
    for (const address of addresses) this.byTag.set(replicaTag(address), withHost(this.url, address));
  }
}
