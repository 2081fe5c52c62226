import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { monotonicNow } from '../work/clock.js';

interface SigningKey extends JsonWebKey {
  kid: string;
}

/** Minimum of milliseconds between two reads of the file: a flood of bad tokens must not cause a flood of reads. */
const RELOAD_INTERVAL = 1_000;

/**
 * The installation's public keys by key id. Several are valid while keys rotate. An unknown id makes it read its file again,
 * so that a new key works without a restart.
 */
export class KeySet {
  private keys: Map<string, KeyObject>;
  private readAt = Number.NEGATIVE_INFINITY;

  /** @param json a JWK set (RFC 7517) @param file where the set is read again, if anywhere @throws for a malformed set */
  constructor(
    json: string,
    private readonly file: string | undefined,
  ) {
    this.keys = KeySet.parse(json);
  }

  /** Finds a key by id; undefined for an unknown one. @throws when the file cannot be read or is malformed */
  find(kid: string): KeyObject | undefined {
    return this.keys.get(kid) ?? this.reload().get(kid);
  }

  private reload(): Map<string, KeyObject> {
    if (this.file !== undefined && monotonicNow() - this.readAt > RELOAD_INTERVAL) {
      this.readAt = monotonicNow();
      this.keys = KeySet.parse(readFileSync(this.file, 'utf8'));
    }
    return this.keys;
  }

  private static parse(json: string): Map<string, KeyObject> {
    const { keys } = JSON.parse(json) as { keys: SigningKey[] };
    return new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  }
}
