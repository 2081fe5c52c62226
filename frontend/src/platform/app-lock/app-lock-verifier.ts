/** A salted hash that verifies a PIN. The PIN itself is not stored. */
export interface Verifier {
  iterations: number;
  /** Both in base64. */
  salt: string;
  hash: string;
}

const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const KEY_BYTES = 32;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

interface Derived {
  hash: string;
  /** Seals what this device keeps. It cannot be computed from the hash: PBKDF2 derives each block by itself. */
  key: CryptoKey;
}

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Derived> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const rules = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(rules, typed, (HASH_BYTES + KEY_BYTES) * 8));
  return {
    hash: toBase64(bytes.subarray(0, HASH_BYTES)),
    key: await crypto.subtle.importKey('raw', bytes.slice(HASH_BYTES), 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
}

/** Whether the browser can hash: only on secure origins. */
export const canVerify = (): boolean => typeof crypto === 'object' && 'subtle' in crypto;

/** A verifier of a new PIN, and the key that this PIN yields from now on. */
export async function makeVerifier(
  pin: string,
  iterations = ITERATIONS,
): Promise<{ verifier: Verifier; key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { hash, key } = await derive(pin, salt, iterations);
  return { verifier: { iterations, salt: toBase64(salt), hash }, key };
}

/** The key that the PIN yields; null for a wrong PIN. */
export async function keyOfPin(pin: string, { iterations, salt, hash }: Verifier): Promise<CryptoKey | null> {
  const found = await derive(pin, fromBase64(salt), iterations);
  return found.hash === hash ? found.key : null;
}
