import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { replicaTag } from '@duet/service-kit';

type Lookup = (host: string) => Promise<string[]>;

/** A name is asked for again when an answer is needed and the last one is older than this, in milliseconds. */
const FRESH = 1_000;

const addressesOf: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const withHost = (url: URL, address: string): string => `${url.protocol}//${isIPv6(address) ? `[${address}]` : address}:${url.port || '80'}`;

/**
 * The replicas behind one name. A Socket.IO session lives in one of them, and over polling each of its requests is a
 * new one: the tag at the front of its id says where it lives. A session that begins goes to any.
 */
export class Replicas {
  private readonly url: URL;
  private readonly byTag = new Map<string, string>();
  private asked = 0;

  constructor(
    private readonly name: string,
    private readonly resolve: Lookup = addressesOf,
  ) {
    this.url = new URL(name);
  }

  /** The origin to send a request to; without an id, or for the id of a replica that is gone, one by lot. */
  pick(sessionId?: string): string {
    if (Date.now() - this.asked > FRESH) void this.refresh();
    const own = [...this.byTag].find(([tag]) => sessionId?.startsWith(tag));
    if (own) return own[1];
    const all = [...this.byTag.values()];
    return all[Math.floor(Math.random() * all.length)] ?? this.name;
  }

  /** Asks for the name now. A name that does not answer leaves things as they are. */
  async refresh(): Promise<void> {
    // A certificate is made out to the name: behind TLS somebody else has to keep a session in its place.
    if (this.url.protocol !== 'http:') return;
    this.asked = Date.now();
    const addresses = await this.resolve(this.url.hostname.replace(/^\[|\]$/g, '')).catch(() => []);
    if (addresses.length === 0) return;
    this.byTag.clear();
    for (const address of addresses) this.byTag.set(replicaTag(address), withHost(this.url, address));
  }
}
