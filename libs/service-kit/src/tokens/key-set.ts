import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface SigningKey extends JsonWebKey {
  kid: string;
}

/** How rarely an unknown key id may cause a re-read: a flood of bad tokens must not become a flood of reads. */
const RELOAD_INTERVAL = 1_000;

/**
 * Our own public keys by key id. Two or more live at once while keys rotate; an unknown id makes it read its file
 * again, so that a new key works without a restart.
 */
export class KeySet {
  private keys: Map<string, KeyObject>;
  private readAt = 0;

  constructor(
    json: string,
    private readonly file: string | undefined,
  ) {
    this.keys = KeySet.parse(json);
  }

  /** The key of this id, or undefined. */
  find(kid: string): KeyObject | undefined {
    return this.keys.get(kid) ?? this.reload().get(kid);
  }

  private reload(): Map<string, KeyObject> {
    if (this.file !== undefined && Date.now() - this.readAt > RELOAD_INTERVAL) {
      this.readAt = Date.now();
      this.keys = KeySet.parse(readFileSync(this.file, 'utf8'));
    }
    return this.keys;
  }

  private static parse(json: string): Map<string, KeyObject> {
    const { keys } = JSON.parse(json) as { keys: SigningKey[] };
    return new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  }
}
