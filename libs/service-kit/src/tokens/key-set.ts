import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { monotonicNow } from '../work/clock.js';

interface SigningKey extends JsonWebKey {
  kid: string;
}

/** Minimum of milliseconds between two reads of the file: a flood of bad tokens must not cause a flood of reads. */
const RELOAD_INTERVAL = 1_000;

/** Milliseconds for which a key that was removed from the file may stay valid. */
const KNOWN_FOR = 60_000;

/**
 * The installation's public keys by key id. Several are valid while keys rotate. An unknown id makes it read its file again,
 * so that a new key works without a restart. It also reads the file at the first use a minute after the last read, so that a removed key becomes invalid.
 */
export class KeySet {
  private keys: Map<string, KeyObject>;
  private readAt = monotonicNow() - RELOAD_INTERVAL;

  /**
   * @param json a JWK set (RFC 7517)
   * @param file where the set is read again, if anywhere
   * @param onFailure reports why a read failed while the keys stay as they are
   * @throws for a malformed set
   */
  constructor(
    json: string,
    private readonly file: string | undefined,
    private readonly onFailure: (cause: unknown) => void = () => undefined,
  ) {
    this.keys = KeySet.parse(json);
  }

  /** Finds a key by id; undefined for an unknown one. @throws for an unknown one when the file cannot be read or is malformed */
  find(kid: string): KeyObject | undefined {
    const known = this.keys.get(kid);
    const age = monotonicNow() - this.readAt;
    if (this.file === undefined || age < (known ? KNOWN_FOR : RELOAD_INTERVAL)) return known;
    this.readAt = monotonicNow();
    try {
      this.keys = KeySet.parse(readFileSync(this.file, 'utf8'));
    } catch (cause) {
      if (!known) throw cause;
      this.onFailure(cause);
    }
    return this.keys.get(kid);
  }

  private static parse(json: string): Map<string, KeyObject> {
    const { keys } = JSON.parse(json) as { keys: SigningKey[] };
    return new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  }
}
